import {
  AdvisorObservationContext,
  ChatClientObservationContext,
  type ChatClientRequest,
  ChatModelObservationContext,
  type AdvisorObservationConvention,
} from '@toolwright/chat';
import { ObservationContext, ObservationHandler, ObservationRegistry } from '@toolwright/core';

/** Remembers every observation of turns, advisors and tools, and how often it was told what. */
export class RecordingHandler extends ObservationHandler {
  readonly started: ObservationContext[] = [];
  readonly failed: ObservationContext[] = [];
  readonly stopped: ObservationContext[] = [];

  override supportsContext(context: ObservationContext): context is ObservationContext {
    return !(context instanceof ChatModelObservationContext);
  }

  override onStart(context: ObservationContext): void {
    this.started.push(context);
  }

  override onError(context: ObservationContext): void {
    this.failed.push(context);
  }

  override onStop(context: ObservationContext): void {
    this.stopped.push(context);
  }

  /** All observations in the order of their start, each as the path from the outermost one. */
  get paths(): readonly string[] {
    return this.started.map(pathOf);
  }

  /** The observations of turns. */
  get turns(): readonly ChatClientObservationContext[] {
    return this.started.filter((context) => context instanceof ChatClientObservationContext);
  }

  /** The observations of advisors with this name. */
  advisors(name: string): readonly AdvisorObservationContext[] {
    return this.started.filter(
      (context): context is AdvisorObservationContext =>
        context instanceof AdvisorObservationContext && context.advisorName === name,
    );
  }
}

function pathOf(context: ObservationContext): string {
  return context.parent ? `${pathOf(context.parent)} > ${context.contextualName}` : context.contextualName;
}

/** A registry and who listens to it. */
export function recorded(): { handler: RecordingHandler; registry: ObservationRegistry } {
  const handler = new RecordingHandler();
  return { handler, registry: new ObservationRegistry().addHandler(handler) };
}

/** An observation that a caller of the framework has open. */
export class CallerContext extends ObservationContext {}

/** Runs `operation` inside an observation named `caller`. */
export async function insideCaller<T>(registry: ObservationRegistry, operation: () => Promise<T>): Promise<T> {
  return registry.observe(() => new CallerContext(), callerConvention, operation);
}

const callerConvention = {
  name: 'caller',
  supportsContext: (context: ObservationContext): context is CallerContext => context instanceof CallerContext,
  contextualName: () => 'caller',
  lowCardinalityKeyValues: () => ({}),
  highCardinalityKeyValues: () => ({}),
};

/** A convention of an application. */
export const ownAdvisorConvention: AdvisorObservationConvention = {
  name: 'own.advisor',
  supportsContext: (context): context is AdvisorObservationContext => context instanceof AdvisorObservationContext,
  contextualName: ({ advisorName }) => `own ${advisorName}`,
  lowCardinalityKeyValues: ({ advisorName }) => ({ who: advisorName }),
  highCardinalityKeyValues: ({ chatClientRequest }) => ({ size: sizeOf(chatClientRequest) }),
};

function sizeOf(request: ChatClientRequest): string {
  return String(request.prompt.instructions.length);
}

/** The attributes with few values. */
export function low(context: ObservationContext | undefined): Record<string, string> {
  return Object.fromEntries(context?.lowCardinalityKeyValues ?? []);
}

/** The attributes with many values. */
export function high(context: ObservationContext | undefined): Record<string, string> {
  return Object.fromEntries(context?.highCardinalityKeyValues ?? []);
}
