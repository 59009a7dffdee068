import {
  type ApplicationContext,
  Bean,
  BootApplication,
  Configuration,
  InjectProvider,
  NoSuchBeanDefinitionException,
  NoUniqueBeanDefinitionException,
  type ObjectProvider,
  Order,
  Primary,
  Scope,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { failureOf, runContext } from '../runContext.js';

class Item {
  constructor(readonly name: string) {}
}

@Configuration()
class None {}

@Configuration()
class One {
  @Bean()
  it(): Item {
    return new Item('it');
  }
}

@Configuration()
class Two {
  @Bean()
  a(): Item {
    return new Item('a');
  }
  @Bean()
  b(): Item {
    return new Item('b');
  }
}

@Configuration()
class TwoOnePrimary {
  @Bean()
  a(): Item {
    return new Item('a');
  }
  @Bean()
  @Primary()
  b(): Item {
    return new Item('b');
  }
}

class Holder {
  constructor(readonly provider: ObjectProvider<Item>) {}
}

/** The provider that a bean gets injected beside the given beans. */
async function providerOver(beans: abstract new () => object): Promise<ObjectProvider<Item>> {
  @BootApplication({ imports: [beans] })
  class App {
    @Bean()
    holder(@InjectProvider(Item) provider: ObjectProvider<Item>): Holder {
      return new Holder(provider);
    }
  }
  return (await runContext(App)).get(Holder).provider;
}

describe('ObjectProvider', () => {
  it('[BB-09a] getIfAvailable: undefined, the one, an exception, the primary one', async () => {
    expect((await providerOver(None)).getIfAvailable()).toBeUndefined();
    expect((await providerOver(One)).getIfAvailable()?.name).toBe('it');
    const two = await providerOver(Two);
    expect(() => two.getIfAvailable()).toThrow(NoUniqueBeanDefinitionException);
    expect((await providerOver(TwoOnePrimary)).getIfAvailable()?.name).toBe('b');
  });

  it('[BB-09b] getIfUnique: undefined, the one, undefined, the primary one', async () => {
    expect((await providerOver(None)).getIfUnique()).toBeUndefined();
    expect((await providerOver(One)).getIfUnique()?.name).toBe('it');
    expect((await providerOver(Two)).getIfUnique()).toBeUndefined();
    expect((await providerOver(TwoOnePrimary)).getIfUnique()?.name).toBe('b');
  });

  it('[BB-09c] calls the fallback only if there would be nothing', async () => {
    let calls = 0;
    const fallback = (): Item => {
      calls++;
      return new Item('fallback');
    };
    const none = await providerOver(None);
    expect(none.getIfAvailable(fallback).name).toBe('fallback');
    expect(none.getIfUnique(fallback).name).toBe('fallback');
    expect((await providerOver(Two)).getIfUnique(fallback).name).toBe('fallback');
    expect(calls).toBe(3);
    const one = await providerOver(One);
    expect(one.getIfAvailable(fallback).name).toBe('it');
    expect(one.getIfUnique(fallback).name).toBe('it');
    expect(calls).toBe(3);
  });

  it('[BB-09d] calls the action only with a value', async () => {
    const seen: string[] = [];
    const note = ({ name }: Item): void => void seen.push(name);
    const none = await providerOver(None);
    none.ifAvailable(note);
    none.ifUnique(note);
    const two = await providerOver(Two);
    two.ifUnique(note);
    expect(() => {
      two.ifAvailable(note);
    }).toThrow(NoUniqueBeanDefinitionException);
    expect(seen).toEqual([]);
    const one = await providerOver(One);
    one.ifAvailable(note);
    one.ifUnique(note);
    expect(seen).toEqual(['it', 'it']);
  });

  it('getObject requires one', async () => {
    expect((await providerOver(One)).getObject().name).toBe('it');
    const none = await providerOver(None);
    expect(() => none.getObject()).toThrow(NoSuchBeanDefinitionException);
    const two = await providerOver(Two);
    expect(() => two.getObject()).toThrow(NoUniqueBeanDefinitionException);
  });

  it('[BB-10] streams by registration, or by order', async () => {
    @Configuration()
    class Ordered {
      @Bean()
      @Order(10)
      ten(): Item {
        return new Item('10');
      }
      @Bean()
      none(): Item {
        return new Item('none');
      }
      @Bean()
      @Order(-5)
      minusFive(): Item {
        return new Item('-5');
      }
    }
    const provider = await providerOver(Ordered);
    expect(provider.stream().map(({ name }) => name)).toEqual(['10', 'none', '-5']);
    expect(provider.orderedStream().map(({ name }) => name)).toEqual(['-5', '10', 'none']);
  });

  it('[BB-11] creates nothing when injected, and asks anew at each call', async () => {
    let made = 0;
    @Configuration()
    class Prototype {
      @Bean()
      @Scope('prototype')
      item(): Item {
        return new Item(String(++made));
      }
    }
    const provider = await providerOver(Prototype);
    expect(made).toBe(0);
    expect(provider.getObject().name).toBe('1');
    expect(provider.getObject().name).toBe('2');
    expect(provider.getIfAvailable()?.name).toBe('3');
  });

  it('gives what is made asynchronously and registered later already at start', async () => {
    const seen: (string | undefined)[] = [];
    @Configuration()
    class App {
      @Bean()
      holder(@InjectProvider(Item) provider: ObjectProvider<Item>): Holder {
        seen.push(provider.getIfAvailable()?.name);
        return new Holder(provider);
      }
      @Bean({ type: Item })
      async late(): Promise<Item> {
        await Promise.resolve();
        return new Item('late');
      }
    }
    await runContext(App);
    expect(seen).toEqual(['late']);
  });

  it('lets beans refer to each other, as long as nobody asks while they are made', async () => {
    class Other {
      constructor(readonly holder: Holder) {}
    }
    class Asking {
      constructor(readonly others: ObjectProvider<Other>) {}
    }
    @Configuration()
    class Patient {
      @Bean()
      asking(@InjectProvider(Other) others: ObjectProvider<Other>): Asking {
        return new Asking(others);
      }
      @Bean()
      holder(_asking: Asking): Holder {
        return new Holder(undefined as never);
      }
      @Bean()
      other(holder: Holder): Other {
        return new Other(holder);
      }
    }
    const context: ApplicationContext = await runContext(Patient);
    expect(context.get(Asking).others.getObject()).toBe(context.get(Other));

    @Configuration()
    class Impatient {
      @Bean()
      asking(@InjectProvider(Other) others: ObjectProvider<Other>): Asking {
        others.getObject();
        return new Asking(others);
      }
      @Bean()
      holder(_asking: Asking): Holder {
        return new Holder(undefined as never);
      }
      @Bean()
      other(holder: Holder): Other {
        return new Other(holder);
      }
    }
    const { printed } = await failureOf(Impatient);
    expect(printed).toContain('The dependencies of some of the beans in the application context form a cycle:');
    expect(printed).toContain("|  asking defined by method 'asking' in Impatient, by a provider");
  });
});
