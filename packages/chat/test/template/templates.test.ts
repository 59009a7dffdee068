import { describe, expect, it } from '@jest/globals';
import { ChatClient, DefaultTemplateRenderer } from '@toolwright/chat';
import { IllegalStateException } from '@toolwright/core';
import fc from 'fast-check';
import { scripted, shorthand } from '../support/models.js';

describe('The texts of a client', () => {
  it('[CC-11] without parameters are sent as they are', async () => {
    const model = scripted('answer');
    await ChatClient.create(model).prompt().user('Return {"a": 1}, {name}').call().content();
    expect(shorthand(model.prompts[0])).toEqual(['U Return {"a": 1}, {name}']);
  });

  it('[CC-12] must have a value for each variable before the model is asked', () => {
    const model = scripted();
    const spec = ChatClient.create(model)
      .prompt()
      .user((u) => u.text('Hi {name}, {topic}').params({ name: 'x' }));
    const missing = new IllegalStateException(
      'Not all variables were replaced in the template. Missing variable names are: [topic].',
    );
    expect(() => spec.call()).toThrow(missing);
    expect(() => spec.stream()).toThrow(missing);
    expect(model.prompts).toHaveLength(0);
  });

  it('[CC-13] are rendered by the renderer of the client', async () => {
    const model = scripted('answer');
    const renderer = DefaultTemplateRenderer.builder().startDelimiterToken('<').endDelimiterToken('>').build();
    await ChatClient.create(model)
      .prompt()
      .templateRenderer(renderer)
      .system((s) => s.text('System <name>').param('name', 'text'))
      .user((u) => u.text('Instructions <name>').param('name', 'Spring AI'))
      .call()
      .content();
    expect(shorthand(model.prompts[0])).toEqual(['S System text', 'U Instructions Spring AI']);
  });
});

describe('DefaultTemplateRenderer', () => {
  const renderer = new DefaultTemplateRenderer();

  it('[CX-125] replaces identifiers in braces and nothing else', () => {
    expect(renderer.apply('{"a": {name}} {} {1} { name } {a.b} {{name}}', { name: 'x' })).toBe(
      '{"a": x} {} {1} { name } {a.b} {x}',
    );
    expect(() => renderer.apply('{name} {b} {a} {b}', { name: 'x' })).toThrow(
      'Not all variables were replaced in the template. Missing variable names are: [b, a].',
    );
  });

  it('writes values as text, and puts them in as they are', () => {
    expect(renderer.apply('{a}{b}{c}', { a: 1, b: true, c: { d: 1 } })).toBe('1true{"d":1}');
    expect(renderer.apply('{a}', { a: '$& {b} $1' })).toBe('$& {b} $1');
    expect(renderer.apply('{a} {b}', { a: Symbol('x'), b: Math.max })).toBe(
      'Symbol(x) function max() { [native code] }',
    );
    expect(renderer.apply('{__proto__}', JSON.parse('{"__proto__":1}') as Record<string, unknown>)).toBe('1');
    expect(() => renderer.apply('{toString}', { a: 1 })).toThrow('[toString]');
  });

  it('leaves any text without a placeholder alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/\{[A-Za-z_]\w*\}/.test(text));
        expect(renderer.apply(text, { a: 'x' })).toBe(text);
      }),
    );
  });

  it('takes any delimiters literally', () => {
    expect(new DefaultTemplateRenderer('$(', ')').apply('$(a) (a)', { a: 'x' })).toBe('x (a)');
    expect(new DefaultTemplateRenderer('[[', ']]').apply('[[a]] [a]', { a: 'x' })).toBe('x [a]');
  });
});
