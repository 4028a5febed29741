#!/usr/bin/env python3
"""Opens a run's report in Chromium and checks what a reader depends on.

usage: check_report.py RUN [--shots DIR]     (RUN holds report.html and charts/)

Needs Debian's chromium and chromium-driver, and with pip install: -r requirements.txt, then
--no-deps -r requirements-no-deps.txt. At 360, 768 and
1280 px, light and dark: nothing overflows, no console message, no request but the page itself, no
serious finding of axe, chart texts inside their drawing, apart from each other, large enough and
in contrast. Tables sort by keyboard and come back; without scripts they are plain. Prints what
failed, one line each; exit status 1 then.
"""
import argparse
import base64
import importlib.util
import json
import pathlib
import shutil
import sys
import xml.dom.minidom

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

WIDTHS = (360, 768, 1280)
SCHEMES = ("light", "dark")
# Found, not imported: the package's own code wants Playwright, which is not needed here.
AXE = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js"

OVERFLOW = """
const found = [], wide = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > wide) found.push('page is ' + document.documentElement.scrollWidth + ' wide');
for (const e of document.body.querySelectorAll('*')) {
  if (e.closest('.scroll, .skip, .hidden')) continue;
  const r = e.getBoundingClientRect();
  if (r.width > 0 && (r.right > wide + 1 || r.left < -1)) found.push(e.tagName + ' ' + e.textContent.slice(0, 40));
}
return found;"""

# Texts of a chart in page pixels, with colours; the caller compares them.
CHARTS = """
const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
const shine = (c) => { const [r, g, b] = c.map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = parse(getComputedStyle(document.body || document.documentElement).backgroundColor);
const found = [];
for (const svg of document.querySelectorAll('svg')) {
  const name = svg.querySelector('title')?.textContent || 'chart without title';
  if (svg.getAttribute('role') !== 'img') found.push(name + ': no role img');
  const ids = (svg.getAttribute('aria-labelledby') || '').split(' ');
  if (ids.length !== 2 || ids.some(i => !document.getElementById(i)?.textContent)) found.push(name + ': title or desc is not named');
  const outer = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent);
  const boxes = texts.map(t => t.getBoundingClientRect());
  texts.forEach((t, i) => {
    const a = boxes[i], what = name + ': "' + t.textContent + '"';
    if (a.left < outer.left - 0.5 || a.right > outer.right + 0.5 || a.top < outer.top - 0.5 || a.bottom > outer.bottom + 0.5) found.push(what + ' is cut');
    const scale = svg.getScreenCTM().a;
    if (parseFloat(getComputedStyle(t).fontSize) * scale < 10.5) found.push(what + ' is small');
    const [x, y] = [shine(parse(getComputedStyle(t).fill)), shine(ground)];
    if (ground.length === 3 && (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05) < 4.5) found.push(what + ' has too little contrast');
    for (let j = i + 1; j < texts.length; j++) {
      const b = boxes[j];
      const over = Math.min(a.right, b.right) - Math.max(a.left, b.left), under = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (over > 1 && under > 3) found.push(what + ' overlaps "' + texts[j].textContent + '"');
    }
  });
}
return found;"""

OUTLINE = """
const found = [], levels = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => +h.tagName[1]);
if (levels.filter(l => l === 1).length !== 1) found.push('not exactly one h1');
levels.forEach((l, i) => { if (i && l > levels[i - 1] + 1) found.push('heading level jumps to ' + l); });
if (document.documentElement.lang !== 'en') found.push('no lang');
if (!document.querySelector('meta[name=viewport]')) found.push('no viewport');
for (const t of document.querySelectorAll('table')) {
  if (!t.caption?.textContent) found.push('table without caption');
  for (const h of t.querySelectorAll('th')) if (!h.scope) found.push('th without scope');
}
for (const s of document.querySelectorAll('.scroll')) {
  const label = s.getAttribute('aria-label') || document.getElementById(s.getAttribute('aria-labelledby'))?.textContent;
  if (!label || s.tabIndex !== 0) found.push('scroll region without name or focus');
}
const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
if (new Set(ids).size !== ids.length) found.push('an id stands twice');
return found;"""

ROWS = "return [...arguments[0].tBodies[0].rows].map(r => r.textContent)"
COLUMN = "return [...arguments[0].tBodies[0].rows].map(r => r.cells[arguments[1]].textContent.trim())"


class Check:
    def __init__(self, run, shots):
        self.run, self.shots = run.resolve(), shots
        self.page = (self.run / "report.html").as_uri()
        self.faults, self.passed = [], 0
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)

    def expect(self, what, faults):
        self.passed += not faults
        self.faults += [f"{what}: {f}" for f in faults]

    def cdp(self, name, **values):
        return self.driver.execute_cdp_cmd(name, values)

    def open(self, url, width, scheme):
        self.driver.get_log("performance"), self.driver.get_log("browser")
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.driver.get(url)

    def quiet(self, what, url):
        self.expect(f"{what} console", [e["message"] for e in self.driver.get_log("browser")])
        asked = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.add(message["params"]["request"]["url"].split("#")[0])
        self.expect(f"{what} requests", sorted(u[:80] for u in asked - {url} if not u.startswith("data:,")))

    def shot(self, name, whole=True):
        if not self.shots:
            return
        self.shots.mkdir(parents=True, exist_ok=True)
        data = self.cdp("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        (self.shots / f"{name}.png").write_bytes(base64.b64decode(data))

    def looks(self):
        for width in WIDTHS:
            for scheme in SCHEMES:
                what = f"{width} {scheme}"
                self.open(self.page, width, scheme)
                self.expect(f"{what} overflow", self.driver.execute_script(OVERFLOW))
                self.expect(f"{what} charts", self.driver.execute_script(CHARTS))
                self.expect(f"{what} outline", self.driver.execute_script(OUTLINE))
                self.quiet(what, self.page)
                self.axe(what)
                self.shot(f"{width}-{scheme}")

    def axe(self, what):
        # Injected by the driver, not by the page: its policy allows no other script.
        self.cdp("Page.setBypassCSP", enabled=True)
        self.driver.execute_script(AXE.read_text())
        result = self.driver.execute_async_script("axe.run(document).then(arguments[0])")
        self.expect(
            f"{what} axe {result['testEngine']['version']}",
            [f"{v['impact']} {v['id']}: {v['nodes'][0]['html'][:90]}" for v in result["violations"] if v["impact"] in ("serious", "critical", "moderate")])
        self.cdp("Page.setBypassCSP", enabled=False)
        self.driver.get_log("browser")

    def sorting(self):
        self.open(self.page, 1280, "light")
        tables = self.driver.find_elements(By.CSS_SELECTOR, "table.sortable")
        self.expect("sorting", [] if tables else ["no sortable table"])
        for table in tables:
            before = self.driver.execute_script(ROWS, table)
            for column, header in enumerate(table.find_elements(By.CSS_SELECTOR, "thead th")):
                button = header.find_element(By.TAG_NAME, "button")
                what = f"sort by {button.text[:30]!r}"
                seen = []
                for wanted in ("ascending", "descending", None):
                    button.send_keys(Keys.ENTER)
                    if header.get_attribute("aria-sort") != wanted:
                        self.faults.append(f"{what}: aria-sort is {header.get_attribute('aria-sort')}, not {wanted}")
                    rows = self.driver.execute_script(ROWS, table)
                    if sorted(rows) != sorted(before):
                        self.faults.append(f"{what}: rows changed")
                    seen.append(self.driver.execute_script(COLUMN, table, column))
                numbers = [key(c) for c in seen[0] if c not in ("", "–")]
                kept = [c for c in seen[0] if c not in ("", "–")]
                order = numbers if all(n is not None for n in numbers) else kept
                self.expect(what, [] if order == sorted(order) else [f"not in order: {kept[:6]}"])
                self.expect(f"{what} back", [] if self.driver.execute_script(ROWS, table) == before else ["order is lost"])
        self.quiet("sorting", self.page)

    def plain(self):
        self.cdp("Emulation.setScriptExecutionDisabled", value=True)
        self.open(self.page, 768, "light")
        root = self.cdp("DOM.getDocument", depth=0)["root"]["nodeId"]
        html = self.cdp("DOM.getOuterHTML", nodeId=root)["outerHTML"]
        self.expect("without scripts", ["buttons are left"] * ("<button" in html) + ["no table"] * ("<td>" not in html))
        self.cdp("Emulation.setScriptExecutionDisabled", value=False)

    def printed(self):
        self.open(self.page, 768, "dark")
        pdf = base64.b64decode(self.cdp("Page.printToPDF", preferCSSPageSize=True)["data"])
        self.expect("print", [] if pdf.startswith(b"%PDF") and len(pdf) > 10_000 else ["no PDF"])
        if self.shots:
            (self.shots / "print.pdf").write_bytes(pdf)

    def files(self):
        for path in sorted((self.run / "charts").glob("*.svg")):
            xml.dom.minidom.parse(str(path))
            for scheme in SCHEMES:
                self.open(path.as_uri(), 608, scheme)
                self.expect(f"{path.name} {scheme}", self.driver.execute_script(CHARTS))
                self.quiet(path.name, path.as_uri())
                self.shot(f"{path.stem}-{scheme}", whole=False)


def key(text):
    """The page's own rule for what a cell counts as."""
    import re
    if share := re.match(r"(\d+)(?:/| of )(\d+)", text):
        return int(share[1]) / int(share[2]) if int(share[2]) else None
    number = re.match(r"[≈<> ]*(-?\d[\d,]*(?:\.\d+)?)", text)
    return float(number[1].replace(",", "")) if number else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path)
    arguments = parser.parse_args()
    check = Check(arguments.run, arguments.shots)
    try:
        for part in (check.looks, check.sorting, check.plain, check.printed, check.files):
            part()
    finally:
        check.driver.quit()
    for fault in check.faults:
        print(fault)
    print(f"{check.passed} passed, {len(check.faults)} failed")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
