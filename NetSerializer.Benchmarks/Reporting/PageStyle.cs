namespace NetSerializer.Benchmarks.Reporting;

/// <summary>The style sheet of the page: light or dark as the reader's system is, one column on a phone.</summary>
internal static class PageStyle
{
    public const string Text = """
        :root { color-scheme: light dark; --page: #fff; --text: #1c2128; --line: #d0d7de; --own: #0b5cad; --floor: #8a6d1b; --peer: #9aa4ae; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #12161b; --text: #dfe5eb; --line: #343b44; --own: #5aa9f5; --floor: #d1ad4a; --peer: #66717d; }
        }
        body { margin: 0 auto; padding: 1rem; max-width: 75rem; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
        h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; }
        h3 { flex: 0 0 100%; margin: 1rem 0 0; font-size: 1rem; }
        section { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
        figure { flex: 1 1 19rem; max-width: 34rem; margin: .25rem 0; }
        figcaption { font-size: .85rem; }
        svg { display: block; width: 100%; height: auto; }
        svg text { fill: var(--text); font: 11.5px system-ui, sans-serif; }
        .figure { text-anchor: end; font-variant-numeric: tabular-nums; }
        rect { fill: var(--peer); } rect.own { fill: var(--own); } rect.floor { fill: var(--floor); } rect.cut { fill: var(--page); }
        span.own, span.floor, span.peer { border-left: .8em solid var(--peer); padding-left: .3em; }
        span.own { border-color: var(--own); } span.floor { border-color: var(--floor); }
        table { border-collapse: collapse; }
        td, th { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        a { color: var(--own); }
        """;
}
