import {
  Bean,
  BeanCreationException,
  BeanDefinitionOverrideException,
  BootApplication,
  Component,
  Configuration,
  Fallback,
  Inject,
  InjectAll,
  InvalidBeanDefinitionException,
  LOWEST_PRECEDENCE,
  NoSuchBeanDefinitionException,
  NoUniqueBeanDefinitionException,
  Optional,
  Order,
  Primary,
  Qualifier,
  Scope,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { failureOf, runContext } from '../runContext.js';

abstract class ChatModel {
  constructor(readonly name: string) {}
}
class OfflineModel extends ChatModel {}
class Client {
  constructor(readonly model: ChatModel) {}
}

@Configuration()
class TwoModels {
  @Bean()
  first(): ChatModel {
    return new OfflineModel('first');
  }
  @Bean()
  secondaryChatModel(): ChatModel {
    return new OfflineModel('secondary');
  }
}

@Configuration()
class PrimaryModels {
  @Bean()
  @Primary()
  first(): ChatModel {
    return new OfflineModel('first');
  }
  @Bean()
  secondaryChatModel(): ChatModel {
    return new OfflineModel('secondary');
  }
}

describe('bean definitions', () => {
  it('[BB-01] are named by the method, or as it says', async () => {
    class ToolIndex {}
    @Configuration()
    class App {
      @Bean()
      toolIndex(): ToolIndex {
        return new ToolIndex();
      }
      @Bean({ name: 'x' })
      other(): ToolIndex {
        return new ToolIndex();
      }
    }
    const context = await runContext(App);
    expect(context.containsBean('toolIndex')).toBe(true);
    expect(context.containsBean('x')).toBe(true);
    expect(context.containsBean('other')).toBe(false);
  });

  it('[BB-18] are plain methods: a direct call makes another object', async () => {
    class Pair {
      constructor(readonly model: ChatModel) {}
    }
    @Configuration()
    class App {
      @Bean()
      model(): ChatModel {
        return new OfflineModel('m');
      }
      @Bean()
      pair(): Pair {
        return new Pair(this.model());
      }
    }
    const context = await runContext(App);
    expect(context.get(Pair).model).not.toBe(context.get(ChatModel));
  });

  it('[BB-19] may not share a name, unless overriding is allowed', async () => {
    @Configuration()
    class A {
      @Bean({ name: 'x' })
      one(): ChatModel {
        return new OfflineModel('A');
      }
    }
    @Configuration()
    class B {
      @Bean({ name: 'x' })
      two(): ChatModel {
        return new OfflineModel('B');
      }
    }
    @BootApplication({ imports: [B, A] })
    class App {}
    const { failure, printed } = await failureOf(App);
    expect(failure).toBeInstanceOf(BeanDefinitionOverrideException);
    expect(printed).toContain(
      "The bean 'x', defined in A, could not be registered. A bean with that name has already been defined in B and " +
        'overriding is disabled.',
    );
    const context = await runContext(App, { properties: { 'main.allow-bean-definition-overriding': true } });
    expect(context.get(ChatModel).name).toBe('A');
  });

  it('need a type where the method returns a Promise', async () => {
    @Configuration()
    class App {
      @Bean()
      async model(): Promise<ChatModel> {
        return new OfflineModel('m');
      }
    }
    const { failure, printed } = await failureOf(App);
    expect(failure).toBeInstanceOf(InvalidBeanDefinitionException);
    expect(printed).toContain(
      'App.model is no valid bean definition: it returns a Promise, and the compiler does not record of what.',
    );
    expect(printed).toContain('@Bean({ type: TheClass })');
  });

  it('need a declared return type', async () => {
    @Configuration()
    class App {
      @Bean()
      model() {
        return new OfflineModel('m');
      }
    }
    const { failure } = await failureOf(App);
    expect(failure.message).toContain('App.model: the type of the bean is not known at run time');
  });

  it('are found by their declared type and every class above it', async () => {
    class SpecialModel extends OfflineModel {}
    @Configuration()
    class App {
      @Bean()
      model(): OfflineModel {
        return new SpecialModel('s');
      }
    }
    const context = await runContext(App);
    expect(context.containsBean(ChatModel)).toBe(true);
    expect(context.containsBean(OfflineModel)).toBe(true);
    expect(context.containsBean(SpecialModel)).toBe(false);
  });

  it('may be static, and inherited from a base configuration', async () => {
    class Base {
      @Bean()
      inherited(): ChatModel {
        return new OfflineModel('inherited');
      }
    }
    @Configuration()
    class App extends Base {
      @Bean()
      static fixed(): Client {
        return new Client(new OfflineModel('fixed'));
      }
    }
    const context = await runContext(App);
    expect(context.get(ChatModel).name).toBe('inherited');
    expect(context.get(Client).model.name).toBe('fixed');
  });

  it('may not make nothing', async () => {
    @Configuration()
    class App {
      @Bean()
      model(): ChatModel {
        return undefined as unknown as ChatModel;
      }
    }
    const { failure } = await failureOf(App);
    expect(failure.message).toBe(
      "Error creating bean 'model' defined by method 'model' in App: creation failed: the method returned undefined",
    );
  });
});

describe('injection', () => {
  it('[BB-02] fills the parameters of bean methods by type', async () => {
    @Configuration()
    class App {
      @Bean()
      client(model: ChatModel, app: App): Client {
        expect(app).toBeInstanceOf(App);
        return new Client(model);
      }
      @Bean()
      model(): ChatModel {
        return new OfflineModel('m');
      }
    }
    const context = await runContext(App);
    expect(context.get(Client).model).toBe(context.get(ChatModel));
  });

  it('fills constructor parameters of components, by class and by abstract class', async () => {
    @Component()
    class Model extends OfflineModel {
      constructor() {
        super('component');
      }
    }
    @Component()
    class Service {
      constructor(
        readonly model: ChatModel,
        @Inject(OfflineModel) readonly same: unknown,
      ) {}
    }
    @Component()
    class SubService extends Service {}
    @BootApplication({ components: [SubService, Model] })
    class App {}
    const context = await runContext(App);
    expect(context.get(Service).model.name).toBe('component');
    expect(context.get(Service).same).toBe(context.get(Model));
  });

  it('[BB-03] fails when a required bean is missing', async () => {
    @Configuration()
    class App {
      @Bean()
      client(model: ChatModel): Client {
        return new Client(model);
      }
    }
    const { failure, printed } = await failureOf(App);
    expect(failure).toBeInstanceOf(NoSuchBeanDefinitionException);
    expect(printed).toContain(
      "Parameter 0 of method client in App required a bean of type 'ChatModel' that could not be found.",
    );
  });

  it('[BB-04] fails when a single bean is required and two fit', async () => {
    @BootApplication({ imports: [TwoModels] })
    class App {
      @Bean()
      client(model: ChatModel): Client {
        return new Client(model);
      }
    }
    const { failure, printed } = await failureOf(App);
    expect(failure).toBeInstanceOf(NoUniqueBeanDefinitionException);
    expect(printed).toContain('Parameter 0 of method client in App required a single bean, but 2 were found:');
  });

  it('[BB-05] takes the primary one of two, and the other by qualifier', async () => {
    @BootApplication({ imports: [PrimaryModels] })
    class App {
      @Bean()
      client(model: ChatModel): Client {
        return new Client(model);
      }
      @Bean()
      other(@Qualifier('secondaryChatModel') model: ChatModel): Client {
        return new Client(model);
      }
    }
    const context = await runContext(App);
    expect(context.get(Client, 'client').model.name).toBe('first');
    expect(context.get(Client, 'other').model.name).toBe('secondary');
    expect(context.get(ChatModel).name).toBe('first');
  });

  it('[BB-06] fails on two primary beans and names both', async () => {
    @Configuration()
    class App {
      @Bean()
      @Primary()
      one(): ChatModel {
        return new OfflineModel('1');
      }
      @Bean()
      @Primary()
      two(): ChatModel {
        return new OfflineModel('2');
      }
      @Bean()
      client(model: ChatModel): Client {
        return new Client(model);
      }
    }
    const { failure, printed } = await failureOf(App);
    expect(failure.message).toContain('more than one of them is primary: one, two');
    expect(printed).toContain("- one: defined by method 'one' in App (primary)");
    expect(printed).toContain("- two: defined by method 'two' in App (primary)");
  });

  it('[BB-07] does not take a bean because a parameter has its name', async () => {
    @BootApplication({ imports: [TwoModels] })
    class App {
      @Bean()
      client(first: ChatModel): Client {
        return new Client(first);
      }
    }
    expect((await failureOf(App)).failure).toBeInstanceOf(NoUniqueBeanDefinitionException);
  });

  it('[BB-08] takes a bean by qualifier; an unknown one names those that exist', async () => {
    @BootApplication({ imports: [TwoModels] })
    class Known {
      @Bean()
      client(@Qualifier('secondaryChatModel') model: ChatModel): Client {
        return new Client(model);
      }
    }
    expect((await runContext(Known)).get(Client).model.name).toBe('secondary');
    @BootApplication({ imports: [TwoModels] })
    class Unknown {
      @Bean()
      client(@Qualifier('secondary') model: ChatModel): Client {
        return new Client(model);
      }
    }
    const { failure, printed } = await failureOf(Unknown);
    expect(failure).toBeInstanceOf(NoSuchBeanDefinitionException);
    expect(printed).toContain("required a bean named 'secondary' of type 'ChatModel' that could not be found.");
    expect(printed).toContain('Beans that exist: first, secondaryChatModel');
  });

  it('takes a bean by its own qualifier, and the fallback only if nothing else fits', async () => {
    @Configuration()
    class App {
      @Bean()
      @Fallback()
      spare(): ChatModel {
        return new OfflineModel('spare');
      }
      @Bean()
      @Qualifier('fast')
      main(): ChatModel {
        return new OfflineModel('main');
      }
      @Bean()
      byType(model: ChatModel): Client {
        return new Client(model);
      }
      @Bean()
      byQualifier(@Qualifier('fast') model: ChatModel): Client {
        return new Client(model);
      }
    }
    const context = await runContext(App);
    expect(context.get(Client, 'byType').model.name).toBe('main');
    expect(context.get(Client, 'byQualifier').model.name).toBe('main');
  });

  it('leaves an optional parameter undefined', async () => {
    class Holder {
      constructor(readonly model: ChatModel | undefined) {}
    }
    @Configuration()
    class App {
      @Bean()
      holder(@Optional() @Inject(ChatModel) model: ChatModel | undefined): Holder {
        return new Holder(model);
      }
    }
    expect((await runContext(App)).get(Holder).model).toBeUndefined();
  });

  it('[BB-12] gives all beans of a type by order, then by registration, or an empty list', async () => {
    class Names {
      constructor(readonly names: readonly string[]) {}
    }
    @Configuration()
    class App {
      @Bean()
      @Order(10)
      a(): ChatModel {
        return new OfflineModel('a');
      }
      @Bean()
      b(): ChatModel {
        return new OfflineModel('b');
      }
      @Bean()
      c(): OfflineModel {
        return new OfflineModel('c');
      }
      @Bean()
      @Order(-5)
      d(): ChatModel {
        return new OfflineModel('d');
      }
      @Bean()
      names(@InjectAll(ChatModel) models: readonly ChatModel[]): Names {
        return new Names(models.map(({ name }) => name));
      }
    }
    @Configuration()
    class Without {
      @Bean()
      names(@InjectAll(ChatModel) models: readonly ChatModel[]): Names {
        return new Names(models.map(({ name }) => name));
      }
    }
    expect((await runContext(App)).get(Names).names).toEqual(['d', 'a', 'b', 'c']);
    expect((await runContext(Without)).get(Names).names).toEqual([]);
  });

  it('[BB-13] adds the elements of list beans, equal objects once', async () => {
    const shared = new OfflineModel('shared');
    class All {
      constructor(readonly models: readonly ChatModel[]) {}
    }
    @Configuration()
    class App {
      @Bean()
      single(): ChatModel {
        return shared;
      }
      @Bean({ type: [ChatModel] })
      list(): ChatModel[] {
        return [new OfflineModel('listed'), shared];
      }
      @Bean()
      all(@InjectAll(ChatModel) models: readonly ChatModel[]): All {
        return new All(models);
      }
    }
    const context = await runContext(App);
    expect(context.get(All).models.map(({ name }) => name)).toEqual(['shared', 'listed']);
    expect(context.get(ChatModel)).toBe(shared);
  });

  it('[BB-14] makes a singleton once, also when several ask at the same time', async () => {
    let made = 0;
    @Configuration()
    class App {
      @Bean({ type: ChatModel })
      async model(): Promise<ChatModel> {
        await new Promise((resolve) => setTimeout(resolve, 5));
        made++;
        return new OfflineModel('m');
      }
      @Bean()
      one(model: ChatModel): Client {
        return new Client(model);
      }
      @Bean()
      two(model: ChatModel): Client {
        return new Client(model);
      }
    }
    const context = await runContext(App, { properties: { 'main.lazy-initialization': true } });
    const [one, two] = await Promise.all([context.getAsync(Client, 'one'), context.getAsync(Client, 'two')]);
    expect(one.model).toBe(two.model);
    expect(made).toBe(1);
  });

  it('[BB-15] makes a prototype for everyone who asks', async () => {
    class Builder {
      system = '';
    }
    class Holder {
      constructor(readonly builder: Builder) {}
    }
    @Configuration()
    class App {
      @Bean()
      @Scope('prototype')
      builder(): Builder {
        return new Builder();
      }
      @Bean()
      one(builder: Builder): Holder {
        builder.system = 'be brief';
        return new Holder(builder);
      }
      @Bean()
      two(builder: Builder): Holder {
        return new Holder(builder);
      }
    }
    const context = await runContext(App);
    expect(context.get(Holder, 'one').builder.system).toBe('be brief');
    expect(context.get(Holder, 'two').builder.system).toBe('');
  });

  it('[BB-16] orders lower values first, and what declares none last', async () => {
    class Step {
      constructor(
        readonly name: string,
        readonly order?: number,
      ) {}
    }
    @Order(3)
    class OrderedByClass extends Step {}
    @Configuration()
    class App {
      @Bean()
      none(): Step {
        return new Step('none');
      }
      @Bean()
      property(): Step {
        return new Step('property', 2);
      }
      @Bean()
      type(): Step {
        return new OrderedByClass('class');
      }
      @Bean()
      @Order(1)
      method(): Step {
        return new Step('method', 99);
      }
      @Bean()
      @Order(2147483646)
      almostLast(): Step {
        return new Step('almostLast');
      }
    }
    const context = await runContext(App);
    expect(LOWEST_PRECEDENCE).toBe(2147483647);
    expect(context.getAll(Step).map(({ name }) => name)).toEqual(['method', 'property', 'class', 'almostLast', 'none']);
  });

  it('[BB-17] applies customizers by order, each seeing what the others did', async () => {
    class Customizer {
      constructor(readonly customize: (log: string[]) => void) {}
    }
    class Customized {
      constructor(readonly log: readonly string[]) {}
    }
    let seenByLast: string[] = [];
    @Configuration()
    class App {
      @Bean()
      last(): Customizer {
        return new Customizer((log) => {
          seenByLast = [...log];
          log.push('none');
        });
      }
      @Bean()
      @Order(2)
      second(): Customizer {
        return new Customizer((log) => log.push('2'));
      }
      @Bean()
      @Order(1)
      first(): Customizer {
        return new Customizer((log) => log.push('1'));
      }
      @Bean()
      customized(@InjectAll(Customizer) customizers: readonly Customizer[]): Customized {
        const log: string[] = [];
        for (const { customize } of customizers) customize(log);
        return new Customized(log);
      }
    }
    const context = await runContext(App);
    expect(context.get(Customized).log).toEqual(['1', '2', 'none']);
    expect(seenByLast).toEqual(['1', '2']);
  });

  it('[BB-20] awaits async bean methods; a rejection names the bean and the chain that needed it', async () => {
    @Configuration()
    class Works {
      @Bean({ type: ChatModel })
      async model(): Promise<ChatModel> {
        await Promise.resolve();
        return new OfflineModel('async');
      }
      @Bean()
      client(model: ChatModel): Client {
        return new Client(model);
      }
    }
    expect((await runContext(Works)).get(Client).model.name).toBe('async');

    class Top {}
    @Configuration()
    class Fails {
      @Bean()
      top(_client: Client): Top {
        return new Top();
      }
      @Bean()
      client(model: ChatModel): Client {
        return new Client(model);
      }
      @Bean({ type: ChatModel })
      async model(): Promise<ChatModel> {
        throw new Error('no connection');
      }
    }
    const { failure, printed } = await failureOf(Fails);
    expect(failure).toBeInstanceOf(BeanCreationException);
    expect(failure.message).toBe(
      "Error creating bean 'model' defined by method 'model' in Fails (needed through top -> client -> model): creation " +
        'failed: no connection',
    );
    expect((failure as BeanCreationException).neededBy).toEqual(['top', 'client']);
    expect(printed).toContain('Error: no connection');
    expect(printed).toContain('It is needed through top -> client -> model.');
  });

  it('gives a bean that wants all of its own type the others', async () => {
    class Composite extends ChatModel {
      constructor(readonly parts: readonly ChatModel[]) {
        super('composite');
      }
    }
    @BootApplication({ imports: [TwoModels] })
    class App {
      @Bean()
      composite(@InjectAll(ChatModel) parts: readonly ChatModel[]): Composite {
        return new Composite(parts);
      }
    }
    const context = await runContext(App);
    expect(context.get(Composite).parts.map(({ name }) => name)).toEqual(['first', 'secondary']);
  });
});
