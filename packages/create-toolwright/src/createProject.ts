import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProjectException } from './ProjectException.js';
import type { ProjectOptions } from './ProjectOptions.js';
import { projectManifest } from './projectManifest.js';
import { projectProperties } from './projectProperties.js';
import { projectReadme } from './projectReadme.js';

const OWN_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** What a folder may hold already: a repository that was made first. */
const HARMLESS = new Set(['.git', '.DS_Store']);

/**
 * Writes a project. Nothing is installed.
 *
 * @throws {ProjectException} if its folder holds something already, which would be overwritten
 */
export async function createProject(options: ProjectOptions): Promise<void> {
  const { folder, mcp } = options;
  await requireEmpty(folder);
  await mkdir(join(folder, 'config'), { recursive: true });
  await cp(join(OWN_FOLDER, 'template'), folder, { recursive: true });
  const served = join(folder, 'src/Application.mcp.ts');
  await (mcp ? rename(served, join(folder, 'src/Application.ts')) : rm(served));
  // npm takes .gitignore out of what it publishes.
  await rename(join(folder, '_gitignore'), join(folder, '.gitignore'));
  const { version } = JSON.parse(await readFile(join(OWN_FOLDER, 'package.json'), 'utf8')) as { version: string };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(projectManifest(options, version), null, 2)}\n`);
  await writeFile(join(folder, 'config/application.properties'), projectProperties(options));
  await writeFile(join(folder, 'README.md'), projectReadme(options));
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((cause: unknown) => {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new ProjectException(`${folder} cannot be the folder of a project: ${message}`, { cause });
  });
  const found = entries.filter((entry) => !HARMLESS.has(entry));
  if (found.length === 0) return;
  const some = found.slice(0, 3).join(', ') + (found.length > 3 ? ' and others' : '');
  throw new ProjectException(`${folder} is not empty: it holds ${some}. Choose another folder.`);
}
