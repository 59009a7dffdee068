import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsBoolean, IsInt, Max, Min, Type, ValidateNested } from '@toolwright/boot/validation';
import { ToolCallingAdvisor } from '@toolwright/chat';
import { ApprovalProperties } from './ApprovalProperties.js';

/** The tool loop of the configured client, `chat.client.tool-calling.*`. */
export class ChatClientToolCallingProperties {
  @PropertyDescription('Whether requested tools are run; when false the request to run them comes back to the caller.')
  @IsBoolean()
  enabled: boolean = true;

  @PropertyDescription('Position of the tool loop in the advisor chain; lower is further outside.')
  @IsInt()
  @Min(-2147483647)
  @Max(2147483646)
  advisorOrder: number = ToolCallingAdvisor.DEFAULT_ORDER;
}

/** What is told about turns of the configured client, `chat.client.observations.*`. */
export class ChatClientObservationsProperties {
  @PropertyDescription('Whether the messages of every prompt, which may be private, are written to the log.')
  @IsBoolean()
  logPrompt: boolean = false;

  @PropertyDescription('Whether the text of every answer, which may be private, is written to the log.')
  @IsBoolean()
  logCompletion: boolean = false;

  @PropertyDescription('Whether the id of the conversation, which may identify a person, is an attribute of the turn.')
  @IsBoolean()
  includeConversationId: boolean = true;
}

/** Settings of the chat client, `chat.client.*`. */
@ConfigurationProperties('chat.client')
export class ChatClientProperties {
  @PropertyDescription('Whether a chat client builder is provided at all.')
  @IsBoolean()
  enabled: boolean = true;

  @ValidateNested()
  @Type(() => ChatClientToolCallingProperties)
  toolCalling: ChatClientToolCallingProperties = new ChatClientToolCallingProperties();

  @ValidateNested()
  @Type(() => ChatClientObservationsProperties)
  observations: ChatClientObservationsProperties = new ChatClientObservationsProperties();

  @ValidateNested()
  @Type(() => ApprovalProperties)
  approvals: ApprovalProperties = new ApprovalProperties();
}
