/**
 * Colours of an SVG, for light and for dark surroundings.
 * @module
 */

/** The style sheet. Plain classes: not every renderer knows variables. */
export const STYLE = `
    text { font: 11px ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #334155 }
    .page { fill: #ffffff; stroke: #e2e8f0 } .ground { fill: #ffffff; fill-opacity: .92 }
    .heading { font-size: 17px; font-weight: 600; fill: #0f172a }
    .title { font-size: 14px; font-weight: 600; fill: #0f172a } .muted { fill: #64748b } .fact { fill: #334155 }
    .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
    .label { text-anchor: middle; fill: #475569 } .done { font-weight: 600; fill: #15803d } .bad { font-weight: 600; fill: #b91c1c }
    .card { fill: #f8fafc; stroke: #cbd5e1 } .stripe { fill: #6366f1 } .dot { fill: #64748b } .ring { fill: none; stroke: #64748b }
    .way { fill: none; stroke: #94a3b8; stroke-width: 1.5 } .tip { fill: #94a3b8 } .implied.way { stroke-dasharray: 4 4 }
    .loop { fill: none; stroke: #64748b; stroke-width: 1.5 } .loop-tip { fill: #64748b }
    .interactive > .stripe { fill: #d97706 } .decision > .stripe { fill: #9333ea } .command > .stripe { fill: #475569 }
    .terminal > .stripe { fill: #475569 } .dispatcher > .stripe, .child > .stripe { fill: #0d9488 }
    .unknown > .stripe { fill: #dc2626 } .unknown > .card, .lost > .card { stroke-dasharray: 4 3 }
    .child > .card { fill: #ffffff }
    .taken.way { stroke: #16a34a; stroke-width: 2.5 } .taken.tip, .walked.dot { fill: #16a34a } .walked.ring { stroke: #16a34a }
    .seen > .card { stroke: #16a34a } .now > .card { fill: #dcfce7; stroke: #16a34a; stroke-width: 3 }
    .failed > .card { fill: #fef2f2; stroke: #dc2626; stroke-width: 2 }
    @media (prefers-color-scheme: dark) {
      text { fill: #cbd5e1 } .page { fill: #0d1117; stroke: #30363d } .ground { fill: #0d1117 }
      .heading, .title { fill: #f1f5f9 } .muted { fill: #94a3b8 } .fact { fill: #cbd5e1 } .label { fill: #a8b5c7 }
      .card { fill: #161d29; stroke: #3b4759 } .child > .card { fill: #0d1117 } .stripe { fill: #818cf8 }
      .done { fill: #4ade80 } .bad { fill: #f87171 } .way { stroke: #64748b } .tip { fill: #64748b }
      .loop { stroke: #94a3b8 } .loop-tip { fill: #94a3b8 } .dot { fill: #94a3b8 } .ring { stroke: #94a3b8 }
      .taken.way, .walked.ring { stroke: #22c55e } .taken.tip, .walked.dot { fill: #22c55e }
      .seen > .card { stroke: #22c55e } .now > .card { fill: #12351f; stroke: #22c55e }
      .failed > .card { fill: #3b1417; stroke: #f87171 }
    }
  `;
