/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium that has no network but the files of this machine. */
final class Browser implements AutoCloseable {

    private static final List<String> BINARIES = List.of("/usr/bin/chromium", "/usr/bin/google-chrome");
    private static final List<String> DRIVERS = List.of("/usr/bin/chromedriver", "/usr/local/bin/chromedriver");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Optional<String> binary() {
        return first(BINARIES).filter(found -> first(DRIVERS).isPresent());
    }

    private static Optional<String> first(List<String> files) {
        return files.stream().filter(file -> Files.isExecutable(Path.of(file))).findFirst();
    }

    static Browser start() {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(binary().orElseThrow());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-first-run",
                "--disable-background-networking",
                "--proxy-server=127.0.0.1:9");
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(first(DRIVERS).orElseThrow()))
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Opens a file in a window of a width, in a colour scheme. */
    void open(Path file, int width, int height, String scheme) {
        console(); // what was said before is not about this page
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        driver.get(file.toUri().toString());
    }

    /** Reads a script of {@code src/test/resources/browser}. */
    static String file(String name) throws IOException {
        return Files.readString(Path.of("src", "test", "resources", "browser", name));
    }

    Object script(String script, Object... arguments) {
        Object result = ((JavascriptExecutor) driver).executeScript(script, arguments);
        return result == null ? "null" : result;
    }

    long number(String script, Object... arguments) {
        return ((Number) script(script, arguments)).longValue();
    }

    /** Waits until a condition holds; for 20 seconds at most. */
    void waitFor(String condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!script(condition).equals(true)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("never came true: " + condition);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** What the page has written to the console, or the browser about it. */
    List<String> console() {
        try (Stream<org.openqa.selenium.logging.LogEntry> entries =
                driver.manage().logs().get(LogType.BROWSER).getAll().stream()) {
            return entries.map(entry -> entry.getLevel() + " " + entry.getMessage())
                    .toList();
        }
    }

    void screenshot(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
