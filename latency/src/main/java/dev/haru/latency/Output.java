package dev.haru.latency;

import dev.haru.latency.text.Printable;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints results as a table, or as JSON with the same figures. */
final class Output {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Spec(Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--json",
            description =
                    "Print JSON instead of a table: times in nanoseconds, of suspects in milliseconds, shares from 0 to "
                            + "1.")
    private boolean json;

    void print(Object result, String table) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Printable.json(JSON.writeValueAsString(result)) : Printable.lines(table.stripTrailing()));
        out.flush();
    }
}
