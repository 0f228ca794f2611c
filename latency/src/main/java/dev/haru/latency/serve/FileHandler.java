package dev.haru.latency.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.haru.latency.page.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;

/** The files of the page. All of them come from the class path, so the page needs no other server. */
final class FileHandler implements HttpHandler {

    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLES = "text/css; charset=utf-8";
    private static final String CHARTS = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

    private static final class StaticFile {

        private final String type;
        private final byte[] content;

        StaticFile(String type, byte[] content) {
            this.type = type;
            this.content = content;
        }
    }

    private final Map<String, StaticFile> files;

    FileHandler() {
        String charts = "/META-INF/resources/webjars/uplot/%s/dist/".formatted(versionOfCharts());
        this.files = Map.of(
                "/", new StaticFile("text/html; charset=utf-8", own("index.html")),
                "/app.js", new StaticFile(SCRIPT, own("app.js")),
                "/charts.js", new StaticFile(SCRIPT, own("charts.js")),
                "/tables.js", new StaticFile(SCRIPT, own("tables.js")),
                "/text.js", new StaticFile(SCRIPT, own("text.js")),
                "/serve.css", new StaticFile(STYLES, own("serve.css")),
                "/page.css", new StaticFile(STYLES, content(Page.class, "page.css")),
                "/uplot.js", new StaticFile(SCRIPT, content(Page.class, charts + "uPlot.iife.min.js")),
                "/uplot.css", new StaticFile(STYLES, content(Page.class, charts + "uPlot.min.css")));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        StaticFile file = files.get(exchange.getRequestURI().getPath());
        if (file == null) {
            Response.send(exchange, 404, Response.JSON, Response.error("There is no such page."));
        } else {
            Response.send(exchange, 200, file.type, file.content);
        }
    }

    private static String versionOfCharts() {
        try (InputStream in = FileHandler.class.getResourceAsStream(CHARTS)) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] own(String name) {
        return content(FileHandler.class, name);
    }

    private static byte[] content(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
