import { McpHttpServer, McpServer } from '@toolwright/mcp';
import { ConformanceFeatures } from './ConformanceFeatures.js';

// Prints where it listens, for the runner of the suite.
const server = new McpServer({ name: 'conformance', version: '1.0.0' }).addObjects(new ConformanceFeatures());
const http = await new McpHttpServer(server).listen();
process.stdout.write(`${http.url}\n`);
process.once('SIGTERM', () => void http.close());
