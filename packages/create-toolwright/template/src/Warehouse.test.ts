import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatClient } from '@toolwright/chat';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { Warehouse } from './Warehouse.js';

test('a question about the stock is answered with the tool', async () => {
  const model = new ScriptedChatModel([toolCall('stockOf', { article: 'bolt' }), 'There are 1200.']);
  const answer = await ChatClient.create(model).prompt('How many bolts?').tools(new Warehouse()).call().content();
  assert.equal(answer, 'There are 1200.');
  assert.match(JSON.stringify(model.prompts[1]?.instructions), /1200/);
});

test('an unknown article is not in stock', () => {
  assert.equal(new Warehouse().stockOf('rope'), 0);
});
