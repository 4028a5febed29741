/// The page's style: one column, light and dark, screen and paper. Contrast is at least 4.5 to 1.
enum HTMLStyle {
  static let text = """
    :root{color-scheme:light dark;--back:#fff;--text:#1a1a1e;--quiet:#54555c;--line:#c4c5cd;--soft:#f2f2f5;--link:#0b4f98;--focus:#b34700}
    @media (prefers-color-scheme:dark){:root{--back:#15161a;--text:#e8e8eb;--quiet:#b4b6bf;--line:#4a4c55;--soft:#212329;--link:#9cc4ff;--focus:#ffb066}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0 auto;max-width:64rem;padding:1rem;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
    h1,h2,h3,h4{line-height:1.25;overflow-wrap:anywhere}
    h1{font-size:1.65rem;margin:.5rem 0 1rem}
    h2{font-size:1.3rem;margin:2.2rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--line)}
    h3{font-size:1.1rem;margin:1.6rem 0 .5rem}
    p,li{max-width:46rem;overflow-wrap:anywhere}
    li{margin:.3rem 0}
    a{color:var(--link)}
    code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.9em}
    code{overflow-wrap:anywhere}
    pre{background:var(--soft);border:1px solid var(--line);border-radius:.3rem;padding:.75rem;white-space:pre}
    pre code{overflow-wrap:normal;font-size:1em}
    .scroll{overflow-x:auto;max-width:100%;margin:1rem 0}
    :focus-visible{outline:3px solid var(--focus);outline-offset:2px}
    table{border-collapse:collapse;width:100%;font-size:.92rem}
    table.wide{min-width:46rem}
    caption{text-align:left;color:var(--quiet);padding:.2rem 0 .5rem;font-style:italic}
    th,td{border:1px solid var(--line);padding:.4rem .55rem;text-align:left;vertical-align:top;overflow-wrap:break-word;font-variant-numeric:tabular-nums}
    thead th,thead td{background:var(--soft)}
    tbody th{font-weight:inherit}
    tbody tr:nth-child(even){background:color-mix(in srgb,var(--soft) 45%,transparent)}
    th button{all:unset;cursor:pointer;font-weight:bold;display:block;width:100%;min-height:24px}
    th button::after{content:" \\2195";color:var(--quiet)}
    th[aria-sort=ascending] button::after{content:" \\2191"}
    th[aria-sort=descending] button::after{content:" \\2193"}
    th button:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
    figure{margin:1.2rem 0}
    figcaption{color:var(--quiet);font-size:.92rem;max-width:46rem}
    figure svg{display:block;width:100%;min-width:600px;max-width:760px;height:auto}
    nav{margin:.5rem 0;color:var(--quiet)}
    nav ol{columns:18rem;margin:.4rem 0}
    summary{cursor:pointer;min-height:24px}
    .skip{position:absolute;left:-99rem}
    .skip:focus{left:1rem;top:.5rem;background:var(--back);padding:.3rem .6rem;z-index:1}
    .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;padding:0;margin:-1px;border:0}
    \(ChartStyle.text)
    @media print{:root{color-scheme:light;--back:#fff;--text:#000;--quiet:#444;--line:#999;--soft:#f2f2f2;--link:#000}
    body{max-width:none;padding:0;font-size:10pt}nav,.skip{display:none}.scroll{overflow:visible}
    table.wide{min-width:0}table{font-size:8pt}tr,figure,pre{break-inside:avoid}h2,h3,caption{break-after:avoid}thead{display:table-header-group}
    pre{white-space:pre-wrap}th button::after{content:""!important}figure svg{min-width:0}}
    """
}
