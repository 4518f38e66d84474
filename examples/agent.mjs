// A gateway's agent run with the model left out: whoever holds the agent says what the model would say.
// From there on everything is as in a gateway: the two tools, the catalog, the policy, the nested calls.

import { assertCodeModeToolSurface, createToolSearchCatalogRef } from "../index.js";
import { quietly } from "./checks.mjs";
import { modelCalls, modelGets, nestedCalls } from "./terminal.mjs";

export class Agent {
  /** Every result so far. */
  results = [];
  /** Every nested call so far, in the order of their ends; the runtime's `onNestedCall` feeds it. */
  nested = [];
  /** Told what tools report while they run. */
  onUpdate = undefined;
  #shown = 0;
  #turns = 0;

  /** `policy(toolName, input)` throws for calls that the gateway does not allow. */
  constructor({ runtime, config, policy }) {
    this.runtime = runtime;
    this.ctx = {
      config,
      agentId: "main",
      sessionId: "example",
      sessionKey: "agent:main:example",
      runId: "run-1",
      catalogRef: createToolSearchCatalogRef(),
      executeTool({ tool, toolName, toolCallId, input, signal, onUpdate }) {
        policy(toolName, input);
        return tool.execute(toolCallId, input, signal, onUpdate);
      },
    };
  }

  /** Gives the run its tools; the model gets what is left of them. */
  equip(tools) {
    const applied = this.runtime.applyCatalog({ ...this.ctx, tools: [...this.runtime.createTools(this.ctx), ...tools] });
    this.tools = applied.tools;
    // The payload for the model provider is checked before it is sent.
    assertCodeModeToolSurface(this.tools.map((tool) => tool.name));
    return applied;
  }

  /** One turn of the model: a tool call, and the result that the model reads. */
  async call(name, input) {
    // A model that waits and waits again is shown once.
    const again = name === "wait" && this.results.at(-1)?.runId === input.runId && this.results.at(-1).telemetry.waitCount > 0;
    if (!again) modelCalls(name, input);
    const tool = this.tools.find((one) => one.name === name);
    this.#turns += 1;
    const { content, details } = await tool.execute(`call-${this.#turns}`, input, undefined, (partial) => this.onUpdate?.(partial));
    nestedCalls(this.nested.slice(this.#shown));
    this.#shown = this.nested.length;
    if (!(again && details.status === "waiting")) modelGets(details);
    quietly("the model reads what the gateway gets", JSON.parse(content[0].text), details);
    this.results.push(details);
    return details;
  }

  exec(code, language) {
    return this.call("exec", language ? { code, language } : { code });
  }

  wait(runId) {
    return this.call("wait", { runId });
  }
}
