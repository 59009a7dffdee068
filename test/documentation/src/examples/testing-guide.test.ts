import { describe } from '@jest/globals';
import { tests } from './testing-guide.js';

describe('the tests of the guide', () => {
  tests();
});
