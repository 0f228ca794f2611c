package dev.haru.platform.openapi;

import dev.haru.platform.problem.Problems;
import io.swagger.v3.oas.models.media.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The schema of problem details (RFC 9457). */
final class ProblemSchema {

    static final String NAME = "Problem";
    static final String REFERENCE = "#/components/schemas/" + NAME;

    /** The gateway refuses a longer request line, see {@code max-initial-line-length}. */
    private static final int LONGEST_PATH = 8192;

    /** Above the number of kinds of second factors. */
    private static final int LONGEST_FACTORS = 10;

    /** The kinds of second factors, which auth-service knows. Its tests compare both. */
    private static final List<String> FACTORS = List.of("totp", "passkey", "recovery-code");

    private ProblemSchema() {}

    static Schema<?> create() {
        Schema<?> error = Schemas.object();
        error.addProperty("field", Schemas.string().example("endAt"));
        error.addProperty("message", Schemas.string().example("must be after startAt"));
        error.setRequired(List.of("field", "message"));

        Schema<?> status = Schemas.integer("int32").example(400);
        status.setMinimum(BigDecimal.valueOf(400));
        status.setMaximum(BigDecimal.valueOf(599));

        Schema<?> code = Schemas.string().example("invalid-request");
        code.setDescription("A stable code for programs");
        OpenEnumProperties.list(code, codes());

        Schema<?> errors = Schemas.array(error);
        errors.setMaxItems(Problems.MAX_ERRORS);
        errors.setDescription("The invalid fields; only with `invalid-request`");

        Schema<?> problem = Schemas.object();
        problem.setDescription("Problem details (RFC 9457)");
        problem.addProperty(
                "type",
                Schemas.string()
                        .description("`urn:haru:problem:`, followed by the code")
                        .example("urn:haru:problem:invalid-request"));
        problem.addProperty("title", Schemas.string().example("Bad Request"));
        problem.addProperty("status", status);
        problem.addProperty(
                "detail",
                Schemas.string()
                        .description("An explanation for people; the text may change")
                        .example("A field is not valid."));
        problem.addProperty(
                "instance",
                Schemas.string()
                        .description("The path")
                        .example("/v1/schedules")
                        .maxLength(LONGEST_PATH));
        problem.addProperty("code", code);
        problem.addProperty(
                "traceId",
                Schemas.string()
                        .description("The id of the request in traces and logs")
                        .example("6ba0ac1a52f34bd1a2d0b0d1f6a3c0de"));
        problem.addProperty("errors", errors);
        problem.addProperty(
                "transaction",
                Schemas.string()
                        .description("A sign-in that waits for its second factor; only with `second-factor-required`")
                        .example("hrt_8T3oXtxiLhtlEImCl12PYyGCC1E0jKprkWCaLT094WcRDfzng"));
        problem.addProperty("factors", factors());
        problem.setRequired(List.of("type", "title", "status", "code", "traceId"));
        return problem;
    }

    private static Schema<?> factors() {
        Schema<?> kind = Schemas.string().example("totp");
        OpenEnumProperties.list(kind, FACTORS);
        Schema<?> factors = Schemas.array(kind);
        factors.setMaxItems(LONGEST_FACTORS);
        factors.setDescription(
                "The second factors of the account; only with `second-factor-required` and `second-factor-missing`");
        return factors;
    }

    /** Returns all codes of Haru. docs/errors.md explains each, and a test compares both. */
    static List<String> codes() {
        try (InputStream in = Objects.requireNonNull(ProblemSchema.class.getResourceAsStream("problem-codes.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
