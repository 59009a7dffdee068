import { STRUCTURED_OUTPUT_NATIVE } from '../structured-output/outputKeys.js';
import type { AdvisorSpec } from './AdvisorSpec.js';

const AUTO_REGISTER = 'spring.ai.chat.client.tool.calling.advisor.auto-register';

function autoRegister(enabled: boolean): (spec: AdvisorSpec) => void {
  return (spec) => {
    spec.param(AUTO_REGISTER, enabled);
  };
}

/** Advisor parameters that the framework itself reads, for `advisors(…)` of a client or a request. */
export const AdvisorParams = Object.freeze({
  /** Key of {@link AdvisorParams.toolCallingAdvisorAutoRegister}; only the boolean false switches off (AR-03). */
  TOOL_CALLING_ADVISOR_AUTO_REGISTER: AUTO_REGISTER,

  /** Whether a tool-calling advisor is added to a request that has no {@link ToolAdvisor}; default true (AR-02). */
  toolCallingAdvisorAutoRegister: autoRegister,

  /** Gives the schema of an `entity()` to the provider, if it can take one, instead of an instruction (SO-03). */
  ENABLE_NATIVE_STRUCTURED_OUTPUT: (spec: AdvisorSpec): void => {
    spec.param(STRUCTURED_OUTPUT_NATIVE, true);
  },

  /** The older name of `toolCallingAdvisorAutoRegister`. */
  toolCallAdvisorAutoRegister: autoRegister,
});
