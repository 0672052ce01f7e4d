/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.longfatpipe.junit.LongFatPipeExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The page of a run of twenty real tests, and one of a thousand made-up ones, as a browser shows it. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock(LongFatPipeExtension.MEASURED_TESTS)
class HtmlReportIT {

    private static final Path FOLDER = Path.of("target", "browser").toAbsolutePath();
    private static final int TESTS = 20;
    private static final int ENTRIES = 21;

    private static final String DATA = "const { tests } = JSON.parse(document.getElementById('data').textContent);"
            + "const distinct = values => [...new Set(values)];";

    private final Path page = FOLDER.resolve("report.html");
    private final Browser browser;

    HtmlReportIT() {
        assumeTrue(
                Browser.binary().isPresent(),
                "neither Chromium nor its driver is installed: chromium, chromium-driver");
        browser = Browser.start();
    }

    @BeforeAll
    static void run() throws IOException {
        Files.createDirectories(FOLDER);
        Files.deleteIfExists(FOLDER.resolve("report.html"));
        long started = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(TwentyPaths.ReplicationTest.class), selectClass(TwentyPaths.LossyTest.class))
                .selectors(selectClass(TwentyPaths.FailoverTest.class), selectClass(TwentyPaths.SweepTest.class))
                .configurationParameter("longfatpipe.report", "on")
                .configurationParameter("longfatpipe.report.dir", FOLDER.toString())
                .configurationParameter(
                        "longfatpipe.report.run",
                        "browser-" + ProcessHandle.current().pid())
                .execute()
                .testEvents()
                .started()
                .count();
        assertThat(started).isEqualTo(TESTS);
    }

    @AfterAll
    void quit() {
        browser.close();
    }

    private void openAll() {
        browser.script("document.querySelectorAll('details.test').forEach(node => { node.open = true; })");
        browser.waitFor("return [...document.querySelectorAll('details.test')].every(node => node.filled)");
        browser.script("drawAll()");
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
    void is_readable(int width, String scheme) throws IOException {
        browser.open(page, width, 900, scheme);
        openAll();

        browser.screenshot(FOLDER.resolve(scheme + "-" + width + ".png"));
        assertThat(browser.script("return document.documentElement.dataset.theme"))
                .isEqualTo(scheme);
        assertThat(browser.number("return document.querySelectorAll('details.test').length"))
                .isEqualTo(ENTRIES);
        assertThat(browser.number("return document.documentElement.scrollWidth"))
                .as("width of the content")
                .isLessThanOrEqualTo(width);
        assertThat((List<?>) browser.script(Browser.file("unreadable.js")))
                .as("small or faint texts")
                .isEmpty();
        assertThat(browser.console()).isEmpty();
        assertThat(browser.number("return performance.getEntriesByType('resource').length"))
                .as("requests")
                .isZero();
    }

    @Test
    void draws_its_charts() {
        browser.open(page, 1280, 900, "light");
        openAll();
        assertThat(browser.console()).isEmpty(); // before the browser has an opinion on reading pixels
        long blank = browser.number(
                "return [...document.querySelectorAll('.chart canvas')].filter(canvas => { const seen = new Set();"
                        + " const data = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);"
                        + " let inked = 0; for (const pixel of data) if (pixel) { inked++; seen.add(pixel); }"
                        + " return inked < 500 || seen.size < 5; }).length");
        long charts = browser.number("return document.querySelectorAll('.chart canvas').length");

        // A test that lost nothing has three charts, and a pipe that this machine could not hold has none.
        long measured = browser.number(DATA + "return tests.filter(each => each.transfer).length");
        assertThat(measured).isGreaterThan(ENTRIES / 2);
        assertThat(charts).isGreaterThan(3 * measured);
        assertThat(blank).as("blank ones of " + charts).isZero();
        // The line of the goodput itself, not only its axes.
        assertThat(browser.number("const canvas = document.querySelector('.test .chart canvas');"
                        + " const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;"
                        + " let line = 0; for (let i = 0; i < data.length; i += 4)"
                        + " if (data[i] < 90 && data[i + 2] > 200 && data[i + 3] > 200) line++;"
                        + " return line;"))
                .isGreaterThan(100);
    }

    @Test
    void shows_the_figures_under_the_pointer() throws IOException {
        browser.open(page, 1280, 900, "light");
        openAll();
        WebElement plot = browser.driver().findElement(By.cssSelector(".test figure .u-over"));
        browser.script("arguments[0].scrollIntoView({ block: 'center' })", plot);
        new Actions(browser.driver()).moveToElement(plot, 60, 5).perform();
        WebElement tip = browser.driver().findElement(By.cssSelector(".test figure .tip"));

        browser.screenshot(FOLDER.resolve("tooltip.png"));
        assertThat(tip.isDisplayed()).isTrue();
        assertThat(tip.getText())
                .containsPattern("^[0-9.]+ s\n")
                .containsPattern("goodput [0-9.]+ [kmg]?bit")
                .containsPattern("ceiling of the line [0-9.]+ mbit");

        new Actions(browser.driver())
                .moveToElement(browser.driver().findElement(By.tagName("h1")))
                .perform();
        assertThat(tip.isDisplayed()).isFalse();
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void has_a_switch_for_its_colours() {
        browser.open(page, 1280, 900, "light");
        String before = background();
        browser.driver().findElement(By.id("theme")).click();

        assertThat(browser.script("return document.documentElement.dataset.theme"))
                .isEqualTo("dark");
        assertThat(background()).isNotEqualTo(before);
        browser.driver().findElement(By.id("theme")).click();
        assertThat(background()).isEqualTo(before);
    }

    private String background() {
        return browser.script("return getComputedStyle(document.body).backgroundColor")
                .toString();
    }

    @Test
    void shows_names_as_they_are_written() {
        browser.open(page, 1280, 900, "light");

        assertThat(browser.driver().getTitle()).startsWith("LongFatPipe report of ");
        assertThat(browser.number("return document.images.length")).isZero();
        assertThat(browser.script(
                                "return [...document.querySelectorAll('.name h3')].map(e => e.textContent).join('\\n')")
                        .toString())
                .contains("</script><script>document.title='owned'</script>", "<img src=x onerror=alert(1)> & \"é😀\"");
    }

    @Test
    void shows_a_sweep_as_heat_map_and_lines() throws IOException {
        browser.open(page, 1280, 900, "light");
        browser.script("document.querySelector('.sweep').scrollIntoView()");
        browser.waitFor("return !!document.querySelector('.sweep canvas')");
        browser.screenshot(FOLDER.resolve("sweep.png"));

        String swept = DATA
                + "const paths = tests.filter(each => each.transfer && each.test.class.endsWith('SweepTest')).map(each => each.path);"
                + "const rtts = distinct(paths.map(path => path.rttNanos)), rates = distinct(paths.map(path => path.rateBitsPerSecond));";
        assertThat(browser.number("return document.querySelectorAll('.sweep .heat td').length"))
                .isEqualTo(browser.number(swept + "return rtts.length * rates.length"))
                .isGreaterThan(3);
        assertThat(
                        browser.script(
                                "return [...document.querySelectorAll('.sweep .heat th')].slice(1).map(e => e.textContent).sort().join()"))
                .isEqualTo(browser.script(swept + "return [...rtts.map(time), ...rates.map(rate)].sort().join()"));
        browser.driver().findElement(By.cssSelector(".sweep .heat a")).click();
        browser.waitFor("return document.querySelector(location.hash).open");
    }

    @Test
    void finds_and_filters() {
        browser.open(page, 1280, 900, "light");
        browser.driver().findElement(By.cssSelector("input[type=search]")).sendKeys("LossyTest");

        assertThat(
                        browser.number(
                                "return [...document.querySelectorAll('details.test')].filter(e => e.checkVisibility()).length"))
                .isEqualTo(1);
    }

    @Test
    void prints_every_test() throws IOException {
        browser.open(page, 1280, 900, "dark");
        browser.script("window.printed = 0; addEventListener('beforeprint', () => {"
                + " window.printed = document.querySelectorAll('details.test[open]').length;"
                + " window.paper = document.documentElement.dataset.theme; })");
        Object pdf = browser.driver()
                .executeCdpCommand("Page.printToPDF", Map.of("printBackground", true))
                .get("data");

        Files.write(FOLDER.resolve("report.pdf"), java.util.Base64.getDecoder().decode(String.valueOf(pdf)));
        assertThat(Files.size(FOLDER.resolve("report.pdf"))).isGreaterThan(50_000);
        assertThat(browser.number("return window.printed")).isEqualTo(ENTRIES);
        assertThat(browser.script("return window.paper")).isEqualTo("light");
        assertThat(browser.script("return document.documentElement.dataset.theme"))
                .isEqualTo("dark");
    }

    @Test
    void a_thousand_tests_are_listed_at_once_and_drawn_when_they_are_looked_at() throws IOException {
        Path many = FOLDER.resolve("thousand");
        try (ReportSession session = ReportSession.open(
                many,
                new RunIdentity("browser-" + System.identityHashCode(this)),
                Optional.empty(),
                Clock.systemUTC(),
                () -> 0)) {
            for (int i = 0; i < 1_000; i++) {
                session.add(Synthetic.entry(
                        "test_" + i,
                        i % 50 == 7 ? "FAILED" : i % 50 == 8 ? "INCONCLUSIVE" : "PASSED",
                        i % 50 == 7 ? "slow" : null));
            }
        }
        browser.open(many.resolve("report.html"), 1280, 900, "light");

        assertThat(browser.number("return document.querySelectorAll('details.test').length"))
                .isEqualTo(1_000);
        assertThat(browser.number("return document.querySelectorAll('canvas').length"))
                .isLessThan(30);
        assertThat(browser.script("return document.querySelector('details.test').innerText")
                        .toString())
                .startsWith("FAILED");
        browser.screenshot(FOLDER.resolve("thousand.png"));
        assertThat(browser.console()).isEmpty();
    }
}
