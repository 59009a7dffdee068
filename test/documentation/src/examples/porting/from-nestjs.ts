// #region application
import { ApplicationContext, BootApplication, Component } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { Tool } from '@toolwright/tools';
// #endregion
import type { ServerResponse } from 'node:http';
import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  ConfigurationProperties,
  EnableConfigurationProperties,
  PostConstruct,
  PreDestroy,
} from '@toolwright/boot';
import { IsInt, Matches, Max, Min } from '@toolwright/boot/validation';
import {
  BaseAdvisor,
  type ChatClientRequest,
  type ChatClientResponse,
  sendResponse,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import type { ChatModel } from '@toolwright/model';
import { ToolContext, ToolUserError } from '@toolwright/tools';

// #region application
@Component()
class Stock {
  pieces(article: string): number {
    return article === 'bolt' ? 1200 : 0;
  }
}

@Component()
class StockTools {
  constructor(private readonly stock: Stock) {}

  @Tool({ description: 'How many pieces of an article are in stock' })
  stockOf(article: string): number {
    return this.stock.pieces(article);
  }
}

@BootApplication({ components: [Stock, StockTools] })
class ShopApplication {}
// #endregion

export async function run(question: string, print: (text: string | null) => void) {
  // #region application
  const context = await ApplicationContext.run(ShopApplication);
  const client = context.get(ChatClient.Builder).defaultTools(context.get(StockTools)).build();
  print(await client.prompt(question).call().content());
  await context.close();
  // #endregion
}

// #region properties
@ConfigurationProperties('warehouse')
class WarehouseProperties {
  @Matches(/^https?:/)
  url: string = 'http://localhost:8080';

  @IsInt()
  @Min(1)
  @Max(10)
  retries: number = 3;
}
// #endregion

/** Counts what is on the shelves. */
class WarehouseClient {
  connected = false;

  constructor(
    readonly url: string,
    readonly retries: number,
  ) {}

  // #region lifecycle
  @PostConstruct()
  async connect(): Promise<void> {
    this.connected = true;
  }

  @PreDestroy()
  async disconnect(): Promise<void> {
    this.connected = false;
  }
  // #endregion
}

// #region auto-configuration
@AutoConfiguration()
@ConditionalOnProperty('warehouse.enabled', { matchIfMissing: true })
@EnableConfigurationProperties(WarehouseProperties)
class WarehouseAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean()
  warehouseClient({ url, retries }: WarehouseProperties): WarehouseClient {
    return new WarehouseClient(url, retries);
  }
}
// #endregion

// #region interceptor
class Timing extends BaseAdvisor {
  override readonly order = ToolCallingAdvisor.DEFAULT_ORDER - 1; // outside of the loop: once per turn

  override before(request: ChatClientRequest): ChatClientRequest {
    return request.mutate().context('started', performance.now()).build();
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    console.log(`answered in ${performance.now() - Number(response.context['started'])} ms`);
    return response;
  }
}
// #endregion

// #region guard
class Refunds {
  @Tool({ description: 'Refunds an order', approval: ({ amount }) => Number(amount) > 100 })
  refund(orderId: string, amount: number, context: ToolContext): string {
    if (!context.require<readonly string[]>('roles').includes('support')) {
      throw new ToolUserError('Only the support may refund orders.');
    }
    return `refunded ${amount} of ${orderId}`;
  }
}
// #endregion

// #region inside
export function createAssistant(model: ChatModel, stock: Stock): ChatClient {
  return ChatClient.builder(model).defaultSystem('Be brief.').defaultTools(new StockTools(stock)).build();
}

export function streamAnswer(assistant: ChatClient, question: string, userId: string, outgoing: ServerResponse) {
  const stream = assistant.prompt(question).toolContext({ userId }).stream();
  return sendResponse(stream.toResponse(), outgoing);
}
// #endregion

export { Refunds, Stock, StockTools, Timing, WarehouseAutoConfiguration, WarehouseClient };
