import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  Configuration,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { runContext } from '../runContext.js';

class A {}

@Configuration()
class App {}

@AutoConfiguration()
@ConditionalOnProperty('x.on')
class ZebraAutoConfiguration {
  @Bean()
  @ConditionalOnProperty('x.on')
  @ConditionalOnMissingBean()
  @ConditionalOnProperty('x.more')
  zebra(): A {
    return new A();
  }
}

@AutoConfiguration()
@ConditionalOnProperty('x.on')
@ConditionalOnProperty('x.two', { matchIfMissing: true })
class AntAutoConfiguration {}

@AutoConfiguration()
class PlainAutoConfiguration {}

@AutoConfiguration()
class ExcludedAutoConfiguration {}

async function printedReport(args: readonly string[], options: object): Promise<string> {
  let printed = '';
  await runContext(App, { args, ...options, output: (text) => (printed += text) });
  return printed;
}

const everything = {
  autoConfigurations: [ZebraAutoConfiguration, AntAutoConfiguration, PlainAutoConfiguration, ExcludedAutoConfiguration],
  properties: { 'x.on': 'true', 'autoconfigure.exclude': 'ExcludedAutoConfiguration' },
};

describe('the condition report', () => {
  it('[BR-01a] is printed with --debug or debug=true, in sections, sorted by name, None where empty', async () => {
    const empty = [
      '',
      '============================',
      'CONDITIONS EVALUATION REPORT',
      '============================',
      '',
      '',
      'Positive matches:',
      '-----------------',
      '',
      '    None',
      '',
      '',
      '',
      'Negative matches:',
      '-----------------',
      '',
      '    None',
      '',
      '',
      '',
      'Exclusions:',
      '-----------',
      '',
      '    None',
      '',
      '',
      '',
      'Unconditional classes:',
      '----------------------',
      '',
      '    None',
      '',
      '',
    ].join('\n');
    expect(await printedReport(['--debug'], {})).toBe(empty);
    expect(await printedReport([], { properties: { debug: 'true' } })).toBe(empty);
    expect(await printedReport([], { properties: { debug: 'false' } })).toBe('');
    expect(await printedReport([], {})).toBe('');

    const full = await printedReport(['--debug'], everything);
    const positions = [
      'Positive matches:',
      'AntAutoConfiguration matched:',
      'ZebraAutoConfiguration matched:',
      'Negative matches:',
      'ZebraAutoConfiguration#zebra:',
      'Exclusions:',
      '    ExcludedAutoConfiguration',
      'Unconditional classes:',
      '    PlainAutoConfiguration',
    ].map((text) => full.indexOf(text));
    expect(positions.every((position) => position >= 0)).toBe(true);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  it('[BR-01b] has one line per condition: the positive ones, or those that failed and those that held', async () => {
    const full = await printedReport(['--debug'], everything);
    expect(full).toContain(
      [
        '   AntAutoConfiguration matched:',
        '      - @ConditionalOnProperty (x.on) matched (OnPropertyCondition)',
        '      - @ConditionalOnProperty (x.two) matched (OnPropertyCondition)',
        '',
      ].join('\n'),
    );
    expect(full).toContain(
      [
        '   ZebraAutoConfiguration#zebra:',
        '      Did not match:',
        "         - @ConditionalOnProperty (x.more) did not find property 'x.more' (OnPropertyCondition)",
        '      Matched:',
        '         - @ConditionalOnProperty (x.on) matched (OnPropertyCondition)',
        '',
      ].join('\n'),
    );
  });

  it('is data, too', async () => {
    const report = (await runContext(App, everything)).conditions();
    expect(report.negativeMatches).toMatchObject([
      {
        source: 'ZebraAutoConfiguration#zebra',
        className: 'ZebraAutoConfiguration',
        method: 'zebra',
        matched: false,
        results: [
          { condition: 'OnPropertyCondition', matched: true, message: '@ConditionalOnProperty (x.on) matched' },
          {
            condition: 'OnPropertyCondition',
            matched: false,
            message: "@ConditionalOnProperty (x.more) did not find property 'x.more'",
          },
        ],
      },
    ]);
    expect(report.positiveMatches.map(({ source }) => source)).toEqual([
      'AntAutoConfiguration',
      'ZebraAutoConfiguration',
    ]);
    expect(report.exclusions).toEqual(['ExcludedAutoConfiguration']);
    expect(report.unconditionalClasses).toEqual(['PlainAutoConfiguration']);
  });
});
