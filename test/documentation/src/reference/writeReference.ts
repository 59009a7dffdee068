import { writeFile } from 'node:fs/promises';
import { configurationReference, REFERENCE } from './configurationReference.js';

// `npm run docs:reference`
await writeFile(REFERENCE, await configurationReference());
