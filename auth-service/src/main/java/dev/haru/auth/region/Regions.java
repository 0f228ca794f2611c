package dev.haru.auth.region;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The names of the regions, read once at startup: a new region comes with a migration. */
@Component
public class Regions {

    private final TreeSet<String> names;

    Regions(JdbcClient jdbc) {
        this.names = new TreeSet<>(
                jdbc.sql("select name from region").query(String.class).list());
    }

    /** Throws the 400 problem for this field if no region has this name. The problem lists all names. */
    public void requireKnown(String field, String name) {
        if (!names.contains(name)) {
            throw InvalidRequest.field(field, Message.of("field.one-of", String.join(", ", names)));
        }
    }
}
