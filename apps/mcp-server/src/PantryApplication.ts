import { BootApplication } from '@toolwright/boot';
import { Pantry } from './Pantry.js';
import { PantryFeatures } from './PantryFeatures.js';

/** A pantry as an MCP server. */
@BootApplication({ components: [Pantry, PantryFeatures] })
export class PantryApplication {}
