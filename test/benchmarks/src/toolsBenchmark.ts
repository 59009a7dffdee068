import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import {
  FunctionToolCallback,
  JsonSchemaGenerator,
  methodHandle,
  Tool,
  type ToolCallback,
  ToolCallbacks,
  type ToolSchemaManifestData,
  ToolParam,
} from '@toolwright/tools';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Length, Max, Min, ValidateNested } from 'class-validator';
import { z } from 'zod';
import { measure, type Measurement } from './measure.js';

/**
 * `npm run bench:tools`: what a tool costs before and during a call, beside a bare `JSON.parse` of the same arguments,
 * and how long the schema build takes for a project of 200 tools. Prints microseconds and milliseconds.
 */
const BATCHES = Number(process.env['BENCH_BATCHES'] ?? 15);
const TOOLS = 200;

/** A class that nothing is known of yet, so that nothing about it can be cached. */
function newSimpleTools(): new () => object {
  class SimpleTools {
    @Tool({ description: 'Weather of a city' })
    weather(
      @ToolParam({ description: 'Name of the city' }) city: string,
      @ToolParam({ type: 'integer', required: false }) days?: number,
    ): string {
      return `${city} ${String(days)}`;
    }
  }
  return SimpleTools;
}

function newNestedTools(): new () => object {
  class Line {
    @IsString()
    @Length(1, 40)
    product!: string;

    @IsInt()
    @Min(1)
    @Max(99)
    amount!: number;
  }
  class Order {
    @IsString()
    customer!: string;

    @ValidateNested({ each: true })
    @Type(() => Line)
    lines!: Line[];

    @IsOptional()
    @IsString()
    note?: string;
  }
  class NestedTools {
    @Tool({ description: 'Orders something' })
    order(@ToolParam({ description: 'What to order', type: Order }) order: Order): string {
      return order.customer;
    }
  }
  return NestedTools;
}

const SIMPLE_ARGUMENTS = '{"city":"Oslo","days":3}';
const NESTED_ARGUMENTS =
  '{"order":{"customer":"acme","lines":[{"product":"tea","amount":2},{"product":"coffee","amount":1}],"note":"soon"}}';

function toolOf(type: new () => object): ToolCallback {
  const [tool] = ToolCallbacks.from(new type());
  if (!tool) throw new Error(`${type.name} has no tool`);
  return tool;
}

const simple = toolOf(newSimpleTools());
const nested = toolOf(newNestedTools());
const zod = FunctionToolCallback.builder<{ city: string }>('weather', ({ city }) => city)
  .inputType(z.object({ city: z.string().describe('Name of the city'), days: z.int().optional() }))
  .build();

const declaringSimple = await measure(
  [
    {
      name: 'schema of a method with two parameters',
      turn: async () => JsonSchemaGenerator.generateForMethodInput(methodHandle(newSimpleTools(), 'weather')),
    },
    { name: 'whole tool of a method with two parameters', turn: async () => toolOf(newSimpleTools()) },
    {
      name: 'whole tool of a function with a Zod schema',
      turn: async () =>
        FunctionToolCallback.builder('weather', () => 'x')
          .inputType(z.object({ city: z.string(), days: z.int().optional() }))
          .build(),
    },
  ],
  { warmUp: 300, batches: BATCHES, turns: 20 },
);
// Few, because class-validator looks at all classes that it has ever seen.
const declaringNested = await measure(
  [
    {
      name: 'schema of a method with nested classes',
      turn: async () => JsonSchemaGenerator.generateForMethodInput(methodHandle(newNestedTools(), 'order')),
    },
    { name: 'whole tool of a method with nested classes', turn: async () => toolOf(newNestedTools()) },
  ],
  { warmUp: 50, batches: BATCHES, turns: 5 },
);
const calling = await measure(
  [
    { name: 'JSON.parse of two arguments', turn: async () => JSON.parse(SIMPLE_ARGUMENTS) as unknown },
    { name: 'call of a method with two parameters', turn: () => simple.call(SIMPLE_ARGUMENTS) },
    { name: 'call of a function with a Zod schema', turn: () => zod.call(SIMPLE_ARGUMENTS) },
    { name: 'JSON.parse of nested arguments', turn: async () => JSON.parse(NESTED_ARGUMENTS) as unknown },
    { name: 'call of a method with nested classes', turn: () => nested.call(NESTED_ARGUMENTS) },
  ],
  { warmUp: 500, batches: BATCHES, turns: 200 },
);

print('declaring a tool, microseconds', [...declaringSimple, ...declaringNested]);
print('binding, validating and calling, microseconds', calling);
process.stdout.write(`\nmanifest of ${TOOLS} tools, milliseconds\n`);
for (const [name, milliseconds] of await compileManifest()) {
  process.stdout.write(`${name.padEnd(48)}${milliseconds.toFixed(0).padStart(10)}\n`);
}

function print(title: string, measurements: readonly Measurement[]): void {
  process.stdout.write(`\n${title}\n`);
  for (const { name, microseconds } of measurements) {
    process.stdout.write(`${name.padEnd(48)}${microseconds.toFixed(1).padStart(10)}\n`);
  }
}

/** Runs the command as a build would, on sources of ten tools each: for the first time, and to check the manifest. */
async function compileManifest(): Promise<readonly (readonly [string, number])[]> {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-tools-'));
  try {
    await mkdir(join(folder, 'src'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: { composite: false, rootDir: 'src', outDir: 'dist', types: [] },
        include: ['src'],
      }),
    );
    for (let file = 0; file < TOOLS / 10; file += 1) {
      await writeFile(join(folder, `src/Tools${file}.ts`), sourceOf(file));
    }
    const times = ['write', 'check'].map((what): readonly [string, number] => {
      const args = what === 'check' ? ['--check'] : [];
      const start = performance.now();
      const { status, stderr } = spawnSync(
        process.execPath,
        [join(root, 'packages/schema/dist/main.js'), '-p', folder, ...args],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`toolwright-schema ended with ${String(status)}: ${stderr}`);
      return [`toolwright-schema, ${what}`, performance.now() - start];
    });
    const manifest = JSON.parse(await readFile(join(folder, 'tool-schemas.json'), 'utf8')) as ToolSchemaManifestData;
    const tools = manifest.classes.flatMap(({ methods = {} }) => Object.keys(methods)).length;
    if (tools !== TOOLS) throw new Error(`the manifest has ${tools} tools instead of ${TOOLS}`);
    return times;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sourceOf(file: number): string {
  const methods = Array.from(
    { length: 10 },
    (_, index) => `
  /** @param request what to find */
  @Tool({ description: 'Finds things of kind ${index}' })
  find${file}x${index}(request: Request${file}x${index}, limit = 10): string {
    return request.text + limit;
  }`,
  );
  const types = Array.from(
    { length: 10 },
    (_, index) => `
export interface Request${file}x${index} {
  /** What to look for. */
  text: string;
  /** @minimum 1 */
  page?: number;
  order: 'newest' | 'relevance';
  filters: Record<string, string | number>;
  range: { from: string; to: string } | null;
}`,
  );
  return `import { Tool } from '@toolwright/tools';
${types.join('\n')}

export class Tools${file} {${methods.join('\n')}
}
`;
}
