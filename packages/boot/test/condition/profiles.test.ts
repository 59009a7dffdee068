import { AutoConfiguration, Bean, Component, Configuration, Profile } from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { failureOf, runContext } from '../runContext.js';

@Component()
@Profile('dev')
class DevOnly {}

@Component()
@Profile('!dev & !test')
class Elsewhere {}

@Configuration()
class App {
  @Bean()
  @Profile('test', 'dev')
  either(): Date {
    return new Date(0);
  }
}

@AutoConfiguration({ imports: [DevOnly, Elsewhere] })
class Auto {}

async function beansWith(profiles: string): Promise<readonly string[]> {
  const properties = profiles === '' ? {} : { 'profiles.active': profiles };
  const context = await runContext(App, { autoConfigurations: [Auto], properties });
  return context.beanNames.filter((name) => ['devOnly', 'elsewhere', 'either'].includes(name));
}

describe('@Profile', () => {
  it('registers classes and methods for their profiles only', async () => {
    expect(await beansWith('dev')).toEqual(['either', 'devOnly']);
    expect(await beansWith('test')).toEqual(['either']);
    expect(await beansWith('prod,eu')).toEqual(['elsewhere']);
    expect(await beansWith('')).toEqual(['elsewhere']);
  });

  it('knows the profile default where none is active', async () => {
    @Configuration()
    @Profile('default')
    class ByDefault {}
    expect((await runContext(ByDefault)).containsBean(ByDefault)).toBe(true);
    const active = await runContext(ByDefault, { properties: { 'profiles.active': 'dev' } });
    expect(active.containsBean(ByDefault)).toBe(false);
    const other = await runContext(ByDefault, { properties: { 'profiles.default': 'none' } });
    expect(other.containsBean(ByDefault)).toBe(false);
  });

  it('tells in the analysis of a missing bean which profile would register it', async () => {
    @Component()
    class NeedsDevOnly {
      constructor(readonly bean: DevOnly) {}
    }
    @Configuration({ imports: [NeedsDevOnly, DevOnly] })
    class Needs {}
    const { printed } = await failureOf(Needs, { properties: { 'profiles.active': 'eu' } });
    expect(printed).toContain("\t- Class 'DevOnly' not loaded because @Profile (dev) did not match active profiles eu");
    expect(printed).toContain(
      "Class 'DevOnly':\n\t- Set 'profiles.active' to 'eu,dev' (now 'eu', properties of the application)",
    );
  });

  it('fails on text that is no expression', async () => {
    @Configuration()
    @Profile('a & b | c')
    class Odd {}
    const { printed } = await failureOf(Odd);
    expect(printed).toContain("Error processing condition on Odd: Malformed profile expression 'a & b | c'");
  });
});
