import {
  AutoConfiguration,
  Bean,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  ConditionalOnPackage,
  ConditionalOnProperty,
  Component,
  Condition,
  Conditional,
  type ConditionOutcome,
  Configuration,
  Inject,
} from '@toolwright/boot';
import type { ErrorScenario } from './ErrorScenario.js';

class ToolIndex {}
class ChatMemory {}
class Assistant {}
class Catalogue {
  constructor(readonly index: ToolIndex) {}
}

@Configuration()
class Shop {
  @Bean()
  catalogue(index: ToolIndex): Catalogue {
    return new Catalogue(index);
  }
}

@Configuration()
class ShopWithMemory {
  @Bean()
  history(memory: ChatMemory): Date {
    return new Date(memory ? 0 : 1);
  }
}

@AutoConfiguration()
@ConditionalOnProperty('search.enabled')
class SearchAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean()
  toolIndex(): ToolIndex {
    return new ToolIndex();
  }
}

@AutoConfiguration()
@ConditionalOnProperty('memory.store', { havingValue: 'redis' })
@ConditionalOnPackage('redis-client-of-the-shop', { install: 'redis-client-of-the-shop@6' })
class RedisMemoryAutoConfiguration {
  @Bean()
  chatMemory(): ChatMemory {
    return new ChatMemory();
  }
}

@Configuration()
class ShopWithAssistant {
  @Bean()
  greeting(assistant: Assistant): Date {
    return new Date(assistant ? 0 : 1);
  }
}

@AutoConfiguration({ after: [RedisMemoryAutoConfiguration] })
class AssistantAutoConfiguration {
  @Bean()
  @ConditionalOnBean(ChatMemory)
  assistant(): Assistant {
    return new Assistant();
  }
}

@Configuration()
class ImportsAPackage {
  @Bean({ type: ChatMemory })
  async chatMemory(): Promise<ChatMemory> {
    const name = 'redis-client-of-the-shop';
    return ((await import(name)) as { memory: ChatMemory }).memory;
  }
}

@Configuration()
class TwoIndexes {
  @Bean()
  regexIndex(): ToolIndex {
    return new ToolIndex();
  }
  @Bean()
  luceneIndex(): ToolIndex {
    return new ToolIndex();
  }
  @Bean()
  catalogue(index: ToolIndex): Catalogue {
    return new Catalogue(index);
  }
}

@Component()
class Orders {
  constructor(@Inject(Object) readonly customers: unknown) {}
}

@Configuration()
class ForgottenType {
  @Bean()
  orders(customers: unknown): Orders {
    return new Orders(customers);
  }
}

class Till {}
class Stock {}
class Delivery {}
class Window {}

@Configuration()
class Circle {
  @Bean()
  window(_till: Till): Window {
    return new Window();
  }
  @Bean()
  till(_stock: Stock): Till {
    return new Till();
  }
  @Bean()
  stock(_delivery: Delivery): Stock {
    return new Stock();
  }
  @Bean()
  delivery(_till: Till): Delivery {
    return new Delivery();
  }
}

@Configuration()
class Itself {
  @Bean()
  till(_till: Till): Till {
    return new Till();
  }
}

@Configuration()
class OtherShop {
  @Bean({ name: 'catalogue' })
  ownCatalogue(): Date {
    return new Date(0);
  }
}

@Configuration({ imports: [OtherShop] })
class SameName {
  @Bean()
  catalogue(): Date {
    return new Date(0);
  }
}

@Configuration()
class Breaks {
  @Bean()
  till(): Till {
    throw new Error('the drawer is stuck');
  }
  @Bean()
  window(_till: Till): Window {
    return new Window();
  }
}

@Configuration()
class Untyped {
  @Bean()
  async till(): Promise<Till> {
    return new Till();
  }
}

class OnMonday extends Condition {
  override matches(): ConditionOutcome {
    throw new Error('the calendar is missing');
  }
}

@Configuration()
@Conditional(OnMonday)
class MondayConfiguration {}

/** Failures of beans and their wiring. */
export const beanScenarios: readonly ErrorScenario[] = [
  { title: 'A bean is missing', about: 'A parameter asks for a type that nothing provides.', application: Shop },
  {
    title: 'A bean is missing because a property is off',
    about:
      'An auto-configuration would provide it; the action names the key, its present value and the one that is needed.',
    application: Shop,
    files: { 'config/application.properties': '# the shop\nsearch.enabled=false\n' },
    options: { autoConfigurations: [SearchAutoConfiguration] },
  },
  {
    title: 'A bean is missing because its auto-configuration is excluded',
    about: 'The exclusion stands in the list of candidates.',
    application: Shop,
    options: {
      autoConfigurations: [SearchAutoConfiguration],
      args: ['--search.enabled=true', '--autoconfigure.exclude=SearchAutoConfiguration'],
    },
  },
  {
    title: 'A property needs a package that is not installed',
    about: 'The configuration asks for something whose package is missing; the action has the line for npm.',
    application: ShopWithMemory,
    files: { 'config/application.properties': 'memory.store=redis\n' },
    options: { autoConfigurations: [RedisMemoryAutoConfiguration] },
  },
  {
    title: 'A bean needs another one whose package is not installed',
    about: 'What keeps out the beans that a candidate needs is listed after it.',
    application: ShopWithAssistant,
    files: { 'config/application.properties': 'memory.store=redis\n' },
    options: { autoConfigurations: [RedisMemoryAutoConfiguration, AssistantAutoConfiguration] },
  },
  {
    title: 'A bean imports a package that is not installed',
    about: 'The import itself fails, whatever conditions said.',
    application: ImportsAPackage,
  },
  {
    title: 'The type of a parameter is not known at run time',
    about: 'The compiler recorded no class for the parameter.',
    application: ForgottenType,
  },
  {
    title: 'Several beans fit',
    about: 'A single value is asked for, and none of the candidates is preferred.',
    application: TwoIndexes,
  },
  {
    title: 'Beans need each other',
    about: 'The circle is found before any bean is made; what leads into it stands above.',
    application: Circle,
  },
  { title: 'A bean needs itself', about: 'The shortest circle.', application: Itself },
  { title: 'Two beans have one name', about: 'The later one does not replace the earlier one.', application: SameName },
  {
    title: 'A bean cannot be made',
    about: 'Its constructor, its method or one of its init methods threw.',
    application: Breaks,
  },
  {
    title: 'A bean method does not say what it makes',
    about: 'A promise has no recorded content.',
    application: Untyped,
  },
  { title: 'A condition fails', about: 'It threw instead of answering.', application: MondayConfiguration },
];
