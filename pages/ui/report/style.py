"""How a report looks: in the light, in the dark, and on paper."""

from pages.ui.charts.chart import MISSING, RIGHT, WRONG

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The report's Content-Security-Policy: it can load nothing, run nothing and reach nobody."""

STYLE = f"""
:root {{ color-scheme: light dark; --ground: #ffffff; --ink: #1d2733; --quiet: #5a6572; --line: #d5dbe1;
  --panel: #f3f5f7; --right: {RIGHT}; --wrong: {WRONG}; --missing: {MISSING}; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ground: #12171d; --ink: #e6ebf0; --quiet: #a3aebb;
  --line: #333e4a; --panel: #1d252e; }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 50rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }}
h1 {{ font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }}
h2 {{ font-size: 1.2rem; line-height: 1.3; margin: 2.75rem 0 .5rem; }}
h3 {{ font-size: 1rem; margin: 1.5rem 0 .25rem; }}
p {{ margin: .5rem 0; }}
.quiet, figcaption {{ color: var(--quiet); font-size: .9rem; }}
.headline {{ margin: 1.5rem 0; padding: 1rem 1.25rem; background: var(--panel); border-left: .35rem solid var(--right);
  border-radius: .4rem; }}
.headline strong {{ display: block; font-size: 2rem; line-height: 1.2; }}
.counts {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin: 1rem 0; }}
.counts div {{ padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .4rem; }}
.counts strong {{ font-size: 1.5rem; }}
.mark {{ display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; border: 2px solid;
  border-radius: 2px; }}
.mark.right {{ border-color: var(--right); background: var(--right); }}
.mark.wrong {{ border-color: var(--wrong); background: repeating-linear-gradient(135deg, var(--wrong) 0 2px,
  transparent 2px 4px); }}
.mark.missing {{ border-color: var(--missing); border-style: dashed; }}
.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; margin: .75rem 0; font-size: .92rem; }}
th, td {{ padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }}
th {{ color: var(--quiet); font-weight: 600; overflow-wrap: normal; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
figure {{ margin: 1rem 0; }}
svg {{ width: 100%; height: auto; font-size: 13px; }}
svg text {{ fill: var(--ink); }}
svg .axis-name, svg .tick {{ fill: var(--quiet); font-size: 12px; }}
svg .end {{ text-anchor: end; }} svg .middle {{ text-anchor: middle; }}
svg .axis {{ stroke: var(--quiet); }} svg .grid {{ stroke: var(--line); }}
svg .right {{ fill: var(--right); stroke: var(--right); }}
svg .wrong {{ fill: var(--wrong); fill-opacity: .3; stroke: var(--wrong); stroke-width: 1.5; }}
svg .missing {{ fill: none; stroke: var(--missing); stroke-width: 1.5; stroke-dasharray: 4 2; }}
svg .stairs {{ fill: none; stroke: var(--right); stroke-width: 2.5; }}
dt {{ font-weight: 600; margin-top: .75rem; }} dd {{ margin: 0; }}
code {{ font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em; }}
@page {{ margin: 16mm; }}
@media print {{
  :root {{ color-scheme: light; --ground: #ffffff; --ink: #000000; --quiet: #444444; --line: #bbbbbb;
    --panel: #f3f5f7; }}
  body {{ padding: 0; max-width: none; font-size: 10.5pt; print-color-adjust: exact;
    -webkit-print-color-adjust: exact; }}
  h2 {{ break-after: avoid; }} thead {{ display: table-header-group; }}
  figure, tr, .headline, .counts {{ break-inside: avoid; }}
}}
"""
