import { spawn } from 'node:child_process';

/**
 * Runs `npm install` in a folder, with its output shown.
 *
 * @returns whether it went well
 */
export function installDependencies(folder: string): Promise<boolean> {
  // npm is a script on Windows, which only a shell starts.
  const child = spawn('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
