import { afterEach, describe, expect, it } from '@jest/globals';
import { TemporaryProject } from '../TemporaryProject.js';

let project: TemporaryProject | undefined;

afterEach(() => {
  project?.remove();
  project = undefined;
});

const IMPORTS = "import { Tool, ToolParam, FunctionToolCallback } from '@toolwright/tools';\n";

async function build(source: string): Promise<readonly string[]> {
  project = TemporaryProject.of({ 'src/tools.ts': IMPORTS + source });
  const { err, code } = await project.run();
  const lines = err.split('\n').filter((line) => line !== '');
  return [`exit ${code}`, ...lines];
}

describe('values that no model can send', () => {
  it('[JS-42] end the build with the name of the parameter', async () => {
    const lines = await build(`
interface Options { name: string; inner: { handler: () => void } }
export class Faulty {
  @Tool() callback(run: (text: string) => void) { return String(run); }
  @Tool() marker(mark: symbol) { return String(mark); }
  @Tool() nested(options: Options) { return options.name; }
  @Tool() later(value: Promise<string>) { return value; }
  @Tool() pattern(regexp: RegExp) { return regexp.source; }
  @Tool() keyed(map: Map<number, string>) { return map.size; }
  @Tool() nothing(none: undefined) { return none; }
  @Tool() fine(@ToolParam({ type: 'string' }) run: () => void, private_?: string) { return [run, private_]; }
}`);
    expect(lines).toEqual([
      'exit 1',
      "error src/tools.ts:5: Parameter 'run' of Faulty.callback: functions cannot be sent by a model.",
      "error src/tools.ts:6: Parameter 'mark' of Faulty.marker: symbols cannot be sent by a model.",
      "error src/tools.ts:7: Parameter 'options' of Faulty.nested: functions cannot be sent by a model (property 'inner.handler').",
      "error src/tools.ts:8: Parameter 'value' of Faulty.later: promises cannot be sent by a model.",
      "error src/tools.ts:9: Parameter 'regexp' of Faulty.pattern: objects of type RegExp cannot be sent by a model.",
      "error src/tools.ts:10: Parameter 'map' of Faulty.keyed: maps whose keys are no strings cannot be sent by a model.",
      "error src/tools.ts:11: Parameter 'none' of Faulty.nothing: values that are only undefined cannot be sent by a model.",
    ]);
  }, 60_000);

  it('include parameters without a name', async () => {
    const lines = await build(`
export class Faulty {
  @Tool() named({ city }: { city: string }) { return city; }
}`);
    expect(lines).toEqual([
      'exit 1',
      'error src/tools.ts:4: Parameter 0 of Faulty.named is destructured, so it has no name; add @ToolParam({ name }).',
    ]);
  }, 60_000);
});

describe('errors of the compiler', () => {
  it('end the build, because types could silently have become any', async () => {
    const [code, line] = await build(`
import type { Missing } from './missing.js';
export class Faulty {
  @Tool() take(value: Missing) { return value; }
}`);
    expect(code).toBe('exit 1');
    expect(line).toContain("error src/tools.ts:3: TS2307: Cannot find module './missing.js'");
  }, 60_000);
});

describe('identities among the arguments', () => {
  it('[TX-26] are warned about unless they are marked', async () => {
    const lines = await build(`
interface Query {
  customerId: string;
  /** @modelProvided */
  userId: string;
}
export class Identities {
  @Tool() one(tenantId: string, user_id: string, @ToolParam({ modelProvided: true }) customerId: string) {
    return [tenantId, user_id, customerId];
  }
  @Tool() two(query: Query, identity: string, userIdea: string) { return [query, identity, userIdea]; }
}
export const f = FunctionToolCallback.builder('lookup', (input: { userId: string }) => input.userId);`);
    const advice =
      'is filled by the model, so injected text can choose it. Take it from the ToolContext, or mark it with ' +
      '@ToolParam({ modelProvided: true }) if the model is meant to give it.';
    expect(lines).toEqual([
      'exit 0',
      `warning src/tools.ts:9: Parameter 'tenantId' of Identities.one ${advice}`,
      `warning src/tools.ts:9: Parameter 'user_id' of Identities.one ${advice}`,
      `warning src/tools.ts:12: Parameter 'query.customerId' of Identities.two ${advice}`,
      `warning src/tools.ts:14: Parameter 'input.userId' of function tool 'lookup' ${advice}`,
    ]);
  }, 60_000);
});

describe('classes that look alike at run time', () => {
  it('are warned about', async () => {
    const lines = await build(`
namespace first { export class Request { text!: string } }
namespace second { export class Request { code!: string } }
export class Twins {
  @Tool() take(a: first.Request, b: second.Request) { return [a, b]; }
}`);
    expect(lines).toEqual([
      'exit 0',
      "warning src/tools.ts:4: Class 'Request' looks like that of src/tools.ts at run time, so the manifest is used for neither. Rename one of them.",
    ]);
  }, 60_000);
});

describe('decorators', () => {
  it('of the same name from elsewhere make no tools', async () => {
    const lines = await build(`
function Other(text: string): MethodDecorator { return () => { if (text === '') throw new Error(text); }; }
namespace other { export function Tool(name: string): MethodDecorator { return Other(name); } }
export class Foreign {
  @other.Tool('x') foreign(callback: () => void) { callback(); }
  @Other('y') plain(callback: () => void) { callback(); }
}
export const unused = [Tool, ToolParam, FunctionToolCallback];`);
    expect(lines).toEqual(['exit 0']);
    expect(project?.manifest).toEqual({ version: 1, root: '.', files: {}, classes: [], functions: [] });
  }, 60_000);
});
