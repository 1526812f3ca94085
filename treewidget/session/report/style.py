"""How the report looks: the widget's tokens, for the screen in light and dark, and for paper."""

from __future__ import annotations

from typing import Final

LIGHT: Final = (
    *("#2B62BF", "#D27805", "#8F1A56", "#2F9C89", "#9D78EE", "#8A4F38", "#185370", "#6E737C"),
)
DARK: Final = (
    *("#619FFD", "#F3A33E", "#DA5A95", "#A2E6CE", "#8B72EA", "#B5977F", "#398DB3", "#B5C0D2"),
)
CLASSES: Final = len(LIGHT)
GLYPHS: Final = "●■▲◆●■▲◆"


def _classes(colours: tuple[str, ...]) -> str:
    return "".join(f"--c{at}:{colour};" for at, colour in enumerate(colours, start=1))


_LIGHT: Final = (
    "--ink:#1B1F24;--ink2:#535B66;--ink3:#69727D;--panel:#FFFFFF;--canvas:#F8F9FB;--card:#FFFFFF;"
    "--fill:#F0F2F5;--line:#E1E5EA;--line2:#C9CFD6;--focus:#1976D2;--error:#C62828;"
    f"--ribbon:.36;{_classes(LIGHT)}color-scheme:light;"
)
_DARK: Final = (
    "--ink:#ECEEF1;--ink2:#B0B7C0;--ink3:#929BA6;--panel:#1B1D20;--canvas:#141517;--card:#212427;"
    "--fill:#292D31;--line:#2F343A;--line2:#454C55;--focus:#4FA8F5;--error:#FF8A80;"
    f"--ribbon:.42;{_classes(DARK)}color-scheme:dark;"
)

STYLE: Final = (
    f":root{{{_LIGHT}}}"
    f"@media (prefers-color-scheme:dark){{:root{{{_DARK}}}}}"
    """
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:14px/1.5 system-ui,-apple-system,
"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
main,header,footer,nav{max-width:1120px;margin:0 auto;padding:0 24px}
header{padding-top:32px}
h1{font-size:24px;line-height:1.25;font-weight:600;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:17px;font-weight:600;margin:0 0 12px}
h3{font-size:14px;font-weight:600;margin:20px 0 8px}
p{margin:0 0 12px;max-width:75ch;overflow-wrap:anywhere}
.quiet{color:var(--ink2)}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;margin:12px 0 20px}
a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px;border-radius:3px}
.skip{position:absolute;left:-999px}
.skip:focus{left:24px;top:8px;background:var(--panel);padding:8px}
section{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:20px 24px;
margin:0 0 16px}
dl.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:12px;
margin:0 0 16px}
dl.tiles div{border:1px solid var(--line);border-radius:6px;padding:10px 12px;
background:var(--panel)}
dl.tiles dt{color:var(--ink2);font-size:12px}
dl.tiles dd{margin:0;font-size:20px;font-weight:600}
.wide{overflow-x:auto;margin:0 0 12px}
table{border-collapse:collapse;min-width:100%}
caption{text-align:left;color:var(--ink2);padding:0 0 8px}
th,td{text-align:left;vertical-align:top;padding:7px 14px 7px 0;border-top:1px solid var(--line)}
thead th{border-top:0;border-bottom:1px solid var(--line2);color:var(--ink2);font-size:12px;
font-weight:500;white-space:nowrap}
td{min-width:8ch}
td bdi,td code{overflow-wrap:anywhere}
#rules td:nth-child(2){min-width:30ch}
#rules td:nth-child(3){min-width:14ch}
summary{cursor:pointer}
details[open] summary{margin-bottom:6px;color:var(--ink2)}
.date,.number{white-space:nowrap}
.number{text-align:right}
code,pre{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{overflow-wrap:anywhere}
pre{background:var(--fill);border-radius:6px;padding:14px;margin:0;white-space:pre-wrap;
overflow-wrap:anywhere}
.said{color:var(--ink2);display:block}
.flag{border:1px solid var(--line2);border-radius:9px;padding:0 7px;font-size:12px;
color:var(--ink2);white-space:nowrap}
.why{white-space:pre-wrap}
.refused{color:var(--error);font-weight:500}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;padding:0;margin:0 0 12px}
svg{display:block}
.wide svg{max-width:100%;height:auto}
svg text,.head{font:12px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;
fill:var(--ink);font-variant-numeric:tabular-nums}
svg .small{font-size:11px;fill:var(--ink2)}
.head{display:flex;font-weight:600;line-height:18px;white-space:pre}
.head bdi{min-width:0;overflow:hidden;text-overflow:ellipsis}
.head .fixed{flex:none}
.way{font-size:11px;line-height:16px;color:var(--ink);text-align:right;white-space:nowrap;
overflow:hidden;text-overflow:ellipsis;text-shadow:0 0 3px var(--panel),0 0 3px var(--panel)}
svg .card{fill:var(--card);stroke:var(--line2)}
svg .ribbon{fill:none;stroke:var(--ink2);stroke-opacity:var(--ribbon)}
"""
    + "".join(f".c{at}{{fill:var(--c{at})}}" for at in range(1, CLASSES + 1))
    + "footer{color:var(--ink2);padding-bottom:32px}"
    # Paper: light, small, without frames, and nothing that has to be scrolled.
    + f"@media print{{:root{{{_LIGHT}}}"
    """@page{margin:14mm}
nav,.skip{display:none}
body{background:none;font-size:11px}
main,header,footer{max-width:none;padding:0}
section{border:0;padding:0;margin:0 0 24px;break-inside:auto}
h2,h3,caption,thead{break-after:avoid}
dl.tiles{grid-template-columns:repeat(6,1fr)}
dl.tiles dt{font-size:10px}
.wide{overflow:visible}
.wide svg{min-width:0!important}
th,td{padding:4px 9px 4px 0}
thead th{font-size:10px}
code,pre{font-size:10px}
td{min-width:0}
details::details-content{content-visibility:visible;block-size:auto}
tr{break-inside:avoid}
}"""
)
