import { execFileSync } from 'node:child_process';
import { writeSync } from 'node:fs';
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
    if (process.env['WRITE_TO_DESCRIPTOR'] === 'yes') {
      // As pino does by default, and as child processes do that inherit it.
      writeSync(1, 'descriptor\n');
      execFileSync(process.execPath, ['-e', 'console.log("child")'], { stdio: 'inherit' });
    }
    return 'spoken';
  }

  @McpTool()
  identify(): string {
    return String(process.pid);
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
