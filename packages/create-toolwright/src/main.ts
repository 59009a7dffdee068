#!/usr/bin/env node
import colors from 'picocolors';
import { createProgram } from './createProgram.js';
import { ProjectException } from './ProjectException.js';

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof ProjectException)) throw error;
  console.error(colors.red(error.message));
  process.exitCode = 2;
}
