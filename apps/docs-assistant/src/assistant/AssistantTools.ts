import { ApplicationContext, Component } from '@toolwright/boot';
import { maintainerToolClasses, toolClasses } from '../tools/toolClasses.js';

/** The services whose methods the assistant offers to the model. */
@Component()
export class AssistantTools {
  /** In the order in which their tools are sent; those of a maintainer only where the application has them. */
  readonly objects: readonly object[];

  constructor(context: ApplicationContext) {
    this.objects = [
      ...toolClasses.map((type) => context.get<object>(type)),
      ...maintainerToolClasses.flatMap((type) => context.getAll<object>(type)),
    ];
  }
}
