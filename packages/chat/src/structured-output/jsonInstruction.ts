/** The instruction that asks a model for JSON of a schema. */
export function jsonInstruction(jsonSchema: string): string {
  return [
    'Your response should be in JSON format.',
    'Do not include any explanations, only provide a RFC8259 compliant JSON response following this format without deviation.',
    'Do not include markdown code blocks in your response.',
    'Remove the ```json markdown from the output.',
    'Here is the JSON Schema instance your output must adhere to:',
    `\`\`\`${jsonSchema}\`\`\``,
    '',
  ].join('\n');
}
