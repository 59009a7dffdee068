/** What is asked when the studio is opened without a question, so that there is something to see. */
export const DEMO_QUESTIONS: readonly string[] = [
  "Convert 12 miles to km and count the words of 'a rose is a rose'",
  'Calculate (3 + 4) * 12',
  'Read the page docs/no-such-page.md',
  'Which links are on README.md?',
];
