import { BootApplication } from '@toolwright/boot';
import { AssistantTools } from './assistant/AssistantTools.js';
import { DocsAssistant } from './assistant/DocsAssistant.js';
import { DocsAssistantConfiguration } from './configuration/DocsAssistantConfiguration.js';
import { MaintainerConfiguration } from './configuration/MaintainerConfiguration.js';
import { ConsoleRunner } from './console/ConsoleRunner.js';
import { toolClasses } from './tools/toolClasses.js';
import { toolServices } from './tools/toolServices.js';

/** The assistant of `npm start`: questions about a folder of Markdown, answered with tools over the real files. */
@BootApplication({
  components: [...toolServices, ...toolClasses, AssistantTools, DocsAssistant, ConsoleRunner],
  imports: [DocsAssistantConfiguration, MaintainerConfiguration],
})
export class DocsAssistantApplication {}
