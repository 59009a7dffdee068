/** What is asked when the studio is opened without a question, so that there is something to see. */
export const DEMO_QUESTIONS: readonly string[] = [
  "Convert 12 miles to km and count the words of 'a rose is a rose'",
  'What is 17 % of 2340?',
  'List the pages in the folder docs',
];
