import { describe, expect, it } from '@jest/globals';
import { defineTool } from '../catalogue/defineTool.js';
import { leisureTools } from '../catalogue/leisure.js';
import { warehouseTools } from '../catalogue/warehouse.js';
import { Failure, runTurn } from './runTurn.js';

const tools = [...warehouseTools, ...leisureTools];

describe('independent parts', () => {
  it.each([
    [
      'Where is Mars in the sky and when is sunset in Rome?',
      'planet_position {"planet":"Mars"}',
      'sunset {"city":"Rome"}',
    ],
    [
      'Convert 5 pounds to ounces and stop the timer',
      'convertWeight {"value":5,"from":"pound","to":"ounce"}',
      'stop_timer {}',
    ],
    [
      'Reserve 5 units of AB-1; then print a small label for shipment SH-3',
      'reserveStock {"sku":"AB-1","quantity":5}',
      'printLabel {"shipmentId":"SH-3","size":"small"}',
    ],
    [
      'What is the status of order 7? Also show me the shopping list.',
      'getOrderStatus {"orderId":"7"}',
      'shopping_list_show {}',
    ],
    ['Open dock door 2 and open dock door 5', 'openDockDoor {"door":2}', 'openDockDoor {"door":5}'],
  ])('%s', async (request, first, second) => {
    const { rounds } = await runTurn(request, tools);
    expect(rounds).toEqual([[first, second]]);
  });

  it('answers from both', async () => {
    const { answer } = await runTurn('When is sunrise in Oslo and when is sunset in Rome?', tools, {
      sunrise: () => '06:02',
      sunset: () => '19:44',
    });
    expect(answer).toBe('`sunrise`: 06:02\n`sunset`: 19:44');
  });

  it('runs what it can and asks for the rest', async () => {
    const { answer, rounds } = await runTurn('Stop the timer and convert the weight 12 pounds', tools, {
      stop_timer: () => 'stopped',
    });
    expect(rounds).toEqual([['stop_timer {}']]);
    expect(answer).toMatch(/^`stop_timer`: stopped\nTo use `convertWeight` I still need: Unit of the result/);
  });
});

describe('one request that has an "and"', () => {
  it.each([
    ['Find recipes for bread and butter', 'search_recipes {"query":"bread butter"}'],
    ['Add up the quantities 3 and 4', 'sumQuantities {"quantities":[3,4]}'],
    ['Reverse "stop the timer and open dock door 4"', 'reverse_text {"text":"stop the timer and open dock door 4"}'],
    ['Find suppliers for bolts and nuts', 'findSuppliers {"query":"bolts nuts"}'],
  ])('%s', async (request, call) => {
    expect((await runTurn(request, tools)).rounds).toEqual([[call]]);
  });
});

describe('parts that need the result before them', () => {
  const reverse = ({ text }: { text: string }) => Array.from(text).reverse().join('');

  it.each([
    'Reverse "drawer" and then turn it into capital letters',
    'Reverse "drawer", then turn the result into capital letters',
    'Reverse "drawer"; turn that into capital letters',
  ])('%s', async (request) => {
    const { rounds, answer } = await runTurn(request, tools, {
      reverse_text: reverse,
      upperCaseText: ({ text }: { text: string }) => text.toUpperCase(),
    });
    expect(rounds).toEqual([['reverse_text {"text":"drawer"}'], ['upperCaseText {"text":"reward"}']]);
    expect(answer).toBe('`reverse_text`: reward\n`upperCaseText`: REWARD');
  });

  it('passes on a number, also out of an object', async () => {
    const { rounds } = await runTurn('Add up 3, 4 and 5 and then convert the result from pounds to kilograms', tools, {
      sumQuantities: () => ({ count: 3, total: 12 }),
    });
    expect(rounds).toEqual([
      ['sumQuantities {"quantities":[3,4,5]}'],
      ['convertWeight {"value":12,"from":"pound","to":"kilogram"}'],
    ]);
  });

  it('passes on the entry that has the name of the argument', async () => {
    const { rounds } = await runTurn('Create a shipment with UPS for order 12 and cancel it', tools, {
      createShipment: () => ({ id: 9, shipmentId: 'SH-9', carrier: 'ups' }),
    });
    expect(rounds[1]).toEqual(['cancelShipment {"shipmentId":"SH-9"}']);
  });

  it('puts the result before a number where the sentence has it so', async () => {
    const calculator = [
      defineTool('divide', 'Divides one number by another.', {
        dividend: { type: 'number', description: 'Number to divide' },
        divisor: { type: 'number', description: 'Number to divide by' },
      }),
      defineTool('addNumbers', 'Adds two numbers.', { a: { type: 'number' }, b: { type: 'number' } }),
    ];
    const { rounds } = await runTurn('Add 30 and 12 and divide the result by 6', calculator, { addNumbers: () => 42 });
    expect(rounds).toEqual([['addNumbers {"a":30,"b":12}'], ['divide {"dividend":42,"divisor":6}']]);
  });

  it('does not go on after a failure', async () => {
    const { rounds, answer } = await runTurn('Reverse "drawer" and then turn it into capital letters', tools, {
      reverse_text: () => new Failure('out of letters'),
    });
    expect(rounds).toHaveLength(1);
    expect(answer).toBe(
      '`reverse_text` failed: out of letters\nI did not use `upperCaseText`, because it needs the result before it.',
    );
  });
});
