import { ApplicationContext, BootApplication, Component } from '@toolwright/boot';
import { McpTool } from '@toolwright/mcp';

/** Writes to standard output whenever it can. */
@Component()
class Noisy {
  constructor() {
    console.log('constructor');
    process.stdout.write('constructor, straight\n');
  }

  @McpTool()
  speak(): string {
    console.log('tool');
    return 'spoken';
  }
}

@BootApplication({ components: [Noisy] })
export class NoisyApplication {}

if (process.argv.includes('--run')) {
  await ApplicationContext.run(NoisyApplication, { args: process.argv.slice(2), config: 'none' });
  console.log('after the start');
} else {
  console.log('module');
}
