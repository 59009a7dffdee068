import { describe, expect, it } from '@jest/globals';
import { AssistantMessage, Prompt, SystemMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { leisureTools } from '../catalogue/leisure.js';
import { warehouseTools } from '../catalogue/warehouse.js';
import { runTurn } from './runTurn.js';

describe('asking back', () => {
  it('names what is missing in the words of the schema', async () => {
    const { answer, rounds } = await runTurn('Convert 12 pounds', warehouseTools);
    expect(rounds).toEqual([]);
    expect(answer).toBe(
      'To use `convertWeight` I still need: Unit of the result (`to`, one of kilogram, pound, ounce, tonne). Please tell me.',
    );
  });

  it('names every missing argument', async () => {
    const { answer } = await runTurn('Reserve some stock', warehouseTools);
    expect(answer).toBe(
      'To use `reserveStock` I still need: Article number (SKU) (`sku`) and Number of units to reserve (`quantity`). Please tell me.',
    );
  });

  it.each([
    ['Convert 12 pounds', 'to ounces please', 'convertWeight {"value":12,"from":"pound","to":"ounce"}'],
    ['Convert 12 pounds', 'Kilograms.', 'convertWeight {"value":12,"from":"pound","to":"kilogram"}'],
    ['When is sunrise?', 'Lisbon', 'sunrise {"city":"Lisbon"}'],
    ['When is sunrise?', 'in Buenos Aires', 'sunrise {"city":"Buenos Aires"}'],
    ['What is the status of my order?', 'It is 4711', 'getOrderStatus {"orderId":"4711"}'],
    ['Scale the recipe "Paella"', 'for 8 people', 'scale_recipe {"title":"Paella","servings":8}'],
  ])('%s … %s', async (first, reply, call) => {
    const tools = [...warehouseTools, ...leisureTools];
    const asked = await runTurn(first, tools);
    expect(asked.rounds).toEqual([]);
    const { rounds } = await runTurn(reply, tools, {}, asked.messages);
    expect(rounds).toEqual([[call]]);
  });

  it('asks on until everything is known', async () => {
    const first = await runTurn('Reserve some stock', warehouseTools);
    const second = await runTurn('AB-12', warehouseTools, {}, first.messages);
    expect(second.answer).toBe(
      'To use `reserveStock` I still need: Number of units to reserve (`quantity`). Please tell me.',
    );
    const third = await runTurn('20', warehouseTools, {}, second.messages);
    expect(third.rounds).toEqual([['reserveStock {"sku":"AB-12","quantity":20}']]);
  });

  it('follows the user to another request', async () => {
    const asked = await runTurn('Convert 12 pounds', warehouseTools);
    const { rounds } = await runTurn('Open dock door 3', warehouseTools, {}, asked.messages);
    expect(rounds).toEqual([['openDockDoor {"door":3}']]);
  });
});

describe('conversations', () => {
  it('takes only the last user message as the request', async () => {
    const first = await runTurn('Open dock door 3', warehouseTools, { openDockDoor: () => 'opened' });
    const { rounds } = await runTurn('How full is the battery of forklift 7?', warehouseTools, {}, first.messages);
    expect(rounds).toEqual([['getForkliftBattery {"forklift":7}']]);
  });

  it('makes the same call again when it is asked again', async () => {
    const first = await runTurn('Open dock door 3', warehouseTools, { openDockDoor: () => 'opened' });
    const { rounds, messages } = await runTurn('Open dock door 3', warehouseTools, {}, first.messages);
    expect(rounds).toEqual([['openDockDoor {"door":3}']]);
    const ids = messages
      .flatMap((message) => (message instanceof AssistantMessage ? message.toolCalls : []))
      .map(({ id }) => id);
    expect(ids).toEqual(['call_1', 'call_2']);
  });

  it('leaves the instructions of the system aside', async () => {
    const system = new SystemMessage('You can open dock door 9 and track parcels.');
    const { rounds } = await runTurn('stop the timer', leisureTools, {}, [system]);
    expect(rounds).toEqual([['stop_timer {}']]);
  });

  it('answers from results even when the history has no user message', async () => {
    const results = new ToolResponseMessage([{ id: 'call_1', name: 'sunset', responseData: '20:14' }]);
    const options = new ToolCallingChatOptions({ toolCallbacks: leisureTools });
    const { result } = await new OfflineChatModel().call(new Prompt([results], options));
    expect(result?.output.text).toBe('`sunset`: 20:14');
    expect(result?.metadata.finishReason).toBe('STOP');
  });

  it('says that there is no request', async () => {
    const { result } = await new OfflineChatModel().call(new Prompt([new UserMessage('  ')]));
    expect(result?.output.text).toBe('There is no request to answer.');
  });
});

describe('requests that no tool fits', () => {
  it.each([
    'Tell me a joke',
    'Who won the world cup?',
    'Write a poem',
    'how are you',
    'Translate hello to French',
    'Book a flight to Paris',
  ])('%s', async (request) => {
    const { answer, rounds } = await runTurn(request, [...warehouseTools, ...leisureTools]);
    expect(rounds).toEqual([]);
    expect(answer).toMatch(/^I have no tool for this request\. The closest ones are: (?:\w+, ){4}\w+\.$/);
  });

  it('says that it has no tools', async () => {
    const { result } = await new OfflineChatModel().call(new Prompt('Open dock door 3'));
    expect(result?.output.text).toBe('I have no tool for this request, and no other tools either.');
  });

  it('lists all of a few tools, closest first', async () => {
    const { answer } = await runTurn('Weigh the moon', leisureTools.slice(10, 13));
    expect(answer).toBe(
      'I have no tool for this request. The closest ones are: moon_phase, pair_wine, planet_position.',
    );
  });
});
