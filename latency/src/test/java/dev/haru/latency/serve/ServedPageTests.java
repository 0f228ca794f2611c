package dev.haru.latency.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page in a real browser. */
class ServedPageTests {

    private static final String ROWS = "document.querySelectorAll('#%s tbody tr').length";
    private static final String LOADED = "%s > 0 && %s > 0 && %s > 0"
            .formatted(ROWS.formatted("requests"), ROWS.formatted("shapes"), ROWS.formatted("components"));
    private static final String COMPARED = ROWS.formatted("diff") + " > 0";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path profile;

    private static ServedTraces served;
    private static Chromium browser;

    @BeforeAll
    static void start() throws Exception {
        Stream<Trace> traces = LongStream.range(0, 400)
                .mapToObj(
                        number -> HaruTraces.create(number, number < 200 ? number % 5 * 0.1 : 5 + number % 5 * 0.1, 0));
        Stream<Trace> others = LongStream.range(400, 420)
                .mapToObj(number -> HaruTraces.of(number, trace -> trace.server("gateway", "GET /v1/<b>", 0, 9)));
        served = new ServedTraces(1_000, Stream.concat(traces, others));
        browser = new Chromium(profile);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        served.close();
        assertThat(served.defects()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
    void pageFitsItsWindowWithoutErrors(int width, boolean dark) throws Exception {
        open(width, dark);

        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(width);
        assertThat(browser.evaluate("document.querySelectorAll('#times canvas, #parts canvas').length")
                        .asInt())
                .isEqualTo(2);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void clickOnARouteShowsItsRequestsAndShapes() throws Exception {
        open(1280, false);
        assertThat(text("#name")).isEqualTo(HaruTraces.CREATE);

        browser.click("#routes tbody tr:nth-child(2) button");
        browser.awaitTrue("document.querySelector('#name').textContent === 'GET /v1/<b>' && "
                + ROWS.formatted("requests") + " === 20");
        // The page loads its parts concurrently, so the requests may arrive before the others.
        browser.awaitTrue("document.querySelector('#shapes tbody td:nth-child(2)').textContent === '20'");
        browser.awaitTrue("document.querySelector('#tiles').textContent.includes('9.000 ms')");

        assertThat(text("#routes tr[aria-current] button")).isEqualTo("GET /v1/<b>");
        assertThat(text("#shapes tbody td:nth-child(2)")).isEqualTo("20");
        assertThat(text("#tiles")).contains("9.000 ms");
    }

    @Test
    void traceOpensItsWaterfallAndEscapeClosesIt() throws Exception {
        open(1280, false);

        browser.evaluate("document.querySelector('#requests button').focus()");
        browser.press("Enter", 13);
        browser.awaitTrue("document.querySelector('#trace').open");

        assertThat(browser.evaluate("document.querySelectorAll('#waterfall [role=listitem]').length")
                        .asInt())
                .isEqualTo(10);
        assertThat(browser.evaluate("document.querySelector('#waterfall .track i').getBoundingClientRect().width")
                        .asDouble())
                .isGreaterThan(100);
        browser.press("Escape", 27);
        browser.awaitTrue("!document.querySelector('#trace').open");
    }

    @Test
    void twoDragsCompareTwoWindows() throws Exception {
        open(1280, false);

        browser.drag("#times .u-over", 0.05, 0.4);
        browser.awaitTrue("document.querySelector('#before-from').value !== ''");
        browser.drag("#times .u-over", 0.55, 0.9);
        browser.awaitTrue(COMPARED);

        assertThat(text("#diff")).contains("schedule-service network to member-service", "slower");
        browser.click("#why-all");
        browser.awaitTrue("document.querySelectorAll('#why li').length > 0");
        assertThat(text("#why")).contains("network");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void enteredTimesCompareTwoWindows() throws Exception {
        open(390, true);

        enter("before", 0, 150);
        enter("after", 220, 390);
        browser.awaitTrue(COMPARED);

        assertThat(text("#comparison-note")).contains("150 requests before", "170 after");
        assertThat(text("#period")).contains("the window After");
        browser.click("#after-clear");
        browser.awaitTrue("document.querySelector('#comparison').hidden");
    }

    @Test
    void windowWithoutRequestsIsReportedInWords() throws Exception {
        open(1280, false);

        enter("before", 1_000, 2_000);
        browser.awaitTrue("document.querySelector('#tiles').textContent.includes('No request of')");
        // Loads that end later would replace the status that the next window sets.
        browser.awaitTrue("%s === 0 && %s === 0".formatted(ROWS.formatted("requests"), ROWS.formatted("shapes")));
        enter("after", 30, 20);
        browser.awaitTrue("document.querySelector('#status').textContent.includes('must be after its start')");
    }

    @Test
    void clickOnAStepShowsItsRequests() throws Exception {
        open(1280, false);

        browser.click("#parts .u-over");
        browser.awaitTrue("document.querySelector('#period').textContent.includes('the window Before')");

        browser.awaitTrue(ROWS.formatted("requests") + " < 50");
        assertThat(browser.evaluate(ROWS.formatted("requests")).asInt()).isPositive();
    }

    @Test
    void figuresOfTheChartsAreATable() throws Exception {
        open(1280, false);

        assertThat(browser.evaluate(ROWS.formatted("steps")).asInt()).isGreaterThan(50);
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('table.data:not([hidden] table)')]"
                                        + ".every(table => table.caption && table.tHead.querySelectorAll('th[scope=col]').length)")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void failedReadIsShownWithTheTimeOfTheFigures() throws Exception {
        try (ServedTraces failing = new ServedTraces(10, LongStream.range(0, 20).mapToObj(HaruTraces::create))) {
            browser.open(failing.url(), 1280, 800, false);
            browser.awaitTrue(LOADED);
            assertThat(text("#left")).contains("have left: the page keeps the newest 10 traces");
            failing.fail("Tempo at http://tempo cannot be reached: no process listens at this address.");

            browser.awaitTrue("document.querySelector('#problem').textContent.includes('until')");
            assertThat(text("#problem"))
                    .contains("cannot be reached", "The page shows the traces that were read until");
            assertThat(browser.evaluate(ROWS.formatted("requests")).asInt()).isEqualTo(10);
        }
    }

    private static void open(int width, boolean dark) throws Exception {
        browser.open(served.url() + "?" + width + dark, width, 900, dark);
        browser.awaitTrue(LOADED);
    }

    private static String text(String selector) {
        return browser.evaluate("document.querySelector('%s').textContent".formatted(selector))
                .asString();
    }

    /** Enters times, in seconds after the first trace, as a keyboard does. */
    private static void enter(String window, int from, int to) {
        browser.evaluate("""
                for (const [end, seconds] of [["from", %d], ["to", %d]]) {
                    const time = Date.parse("2026-11-21T10:00:00Z") + seconds * 1000;
                    const input = document.getElementById("%s-" + end);
                    input.value = new Date(time - new Date(time).getTimezoneOffset() * 60000).toISOString().slice(0, 19);
                    input.dispatchEvent(new Event("change"));
                }""".formatted(from, to, window));
    }
}
