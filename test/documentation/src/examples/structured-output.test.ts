import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { Forecast, forecastOf, validation, Weather } from './structured-output.js';

describe('the snippets about structured output', () => {
  it('make an instance of a class', async () => {
    const model = new ScriptedChatModel([toolCall('weather', { city: 'Oslo' }), '{"city":"Oslo","temperature":7}']);
    const forecast = await forecastOf(ChatClient.create(model), new Weather());
    expect(forecast).toBeInstanceOf(Forecast);
    expect(forecast).toEqual({ city: 'Oslo', temperature: 7 });
  });

  it('ask again once', async () => {
    const model = new ScriptedChatModel(['{"city":"Oslo"}', '{"city":"Oslo","temperature":7}']);
    const client = ChatClient.builder(model).defaultAdvisors(validation).build();
    expect(await client.prompt('Weather?').call().entity(Forecast)).toEqual({ city: 'Oslo', temperature: 7 });
    expect(model.prompts).toHaveLength(2);
  });
});
