import { describe, expect, it } from '@jest/globals';
import { FunctionToolCallback } from '@toolwright/tools';
import { ProviderTools } from '../../dist/ai-sdk/providerTools.js';
import { providerTraits } from '../../dist/ai-sdk/providerTraits.js';

const weather = FunctionToolCallback.builder('weather', () => 'fine')
  .description('Weather of a city')
  .inputSchema('{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}')
  .examples({ city: 'Paris' }, { city: 'Rome' })
  .build();

describe('examples of a tool', () => {
  it('[EG-01] are sent in the field of a provider that has one, and not in the description', () => {
    const traits = providerTraits('anthropic.messages');
    expect(traits.capabilities.supportsInputExamples).toBe(true);
    expect(new ProviderTools(traits, 'v3').of([weather])[0]).toMatchObject({
      description: 'Weather of a city',
      inputExamples: [{ input: { city: 'Paris' } }, { input: { city: 'Rome' } }],
    });
  });

  it('[EG-02] are sent in the description to every other provider', () => {
    const traits = providerTraits('openai.chat');
    expect(traits.capabilities.supportsInputExamples).toBeUndefined();
    const [tool] = new ProviderTools(traits, 'v3').of([weather]);
    expect(tool).not.toHaveProperty('inputExamples');
    expect(tool).toMatchObject({ description: 'Weather of a city\n\nExamples:\n{"city":"Paris"}\n{"city":"Rome"}' });
  });
});
