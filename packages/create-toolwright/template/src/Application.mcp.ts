import { Bean, BootApplication } from '@toolwright/boot';
import { MethodToolCallbackProvider, ToolCallbackProvider } from '@toolwright/tools';
import { Warehouse } from './Warehouse.js';

@BootApplication({ components: [Warehouse] })
export class Application {
  /** What clients of the Model Context Protocol may call. */
  @Bean()
  tools(warehouse: Warehouse): ToolCallbackProvider {
    return MethodToolCallbackProvider.builder().toolObjects(warehouse).build();
  }
}
