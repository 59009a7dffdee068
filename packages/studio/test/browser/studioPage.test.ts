import { afterAll, afterEach, beforeAll, describe, jest } from '@jest/globals';
import { approvalCases } from './approvalCases.js';
import { connectionCases } from './connectionCases.js';
import { contentCases } from './contentCases.js';
import { hostileCases } from './hostileCases.js';
import { inspectionCases } from './inspectionCases.js';
import { keyboardCases } from './keyboardCases.js';
import { listCases } from './listCases.js';
import { Suite } from './Suite.js';
import { toolCases } from './toolCases.js';
import { turnCases } from './turnCases.js';

// Every wait ends as soon as what it waits for is there; a busy machine needs the rest.
jest.setTimeout(180_000);

/** One suite for all, because starting a browser is what costs most. */
describe('the page of the studio', () => {
  const suite = new Suite();
  beforeAll(() => suite.start());
  afterEach(() => suite.closeOpened());
  afterAll(() => suite.stop());

  describe('a turn', () => turnCases(suite));
  describe('approvals', () => approvalCases(suite));
  describe('tools', () => toolCases(suite));
  describe('conditions and configuration', () => inspectionCases(suite));
  describe('hidden content', () => contentCases(suite));
  describe('hostile texts', () => hostileCases(suite));
  describe('the keyboard', () => keyboardCases(suite));
  describe('a lost connection', () => connectionCases(suite));
  describe('many turns', () => listCases(suite));
});
