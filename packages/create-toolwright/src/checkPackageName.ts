import { basename } from 'node:path';
import validate from 'validate-npm-package-name';
import { ProjectException } from './ProjectException.js';

/**
 * The name of the package in a folder.
 *
 * @param folder absolute path
 * @param name as it was asked for; undefined for that of the folder
 * @throws {ProjectException} if no npm package can be called so
 */
export function checkPackageName(folder: string, name: string = basename(folder)): string {
  const { validForNewPackages, errors = [], warnings = [] } = validate(name);
  if (validForNewPackages) return name;
  const reasons = [...errors, ...warnings].map((reason) => `  - ${reason}`).join('\n');
  throw new ProjectException(
    `'${name}' cannot be the name of an npm package:\n${reasons}\nChoose another folder, or a name with --name.`,
  );
}
