import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsArray, IsNotEmpty, IsString } from 'class-validator';

/** Settings of the assistant, `docs.*`. Folders are relative to the working directory. */
@ConfigurationProperties('docs')
export class DocsAssistantProperties {
  @PropertyDescription('Folder whose Markdown files the assistant answers from.')
  @IsString()
  @IsNotEmpty()
  root: string = '.';

  @PropertyDescription('Glob patterns of the files that are pages, relative to the folder.')
  @IsArray()
  @IsString({ each: true })
  pages: string[] = ['**/*.md'];

  @PropertyDescription('Folder for the drafts that a maintainer has the assistant write.')
  @IsString()
  @IsNotEmpty()
  outbox: string = 'outbox';

  @PropertyDescription('Question that is asked when none is given and nobody is there to type one.')
  @IsString()
  question: string = 'Which page explains how to limit tool calls?';
}
