package dev.haru.platform.test;

import java.util.List;

/** Reads the foreign keys of a schema. */
public final class ForeignKeys {

    private static final String SLOW_CASCADES = """
            select c.conname from pg_constraint c
            where c.contype = 'f' and c.confdeltype in ('c', 'n', 'd') and c.connamespace = cast(? as regnamespace)
              and not exists (
                  select from pg_index i
                  where i.indrelid = c.conrelid and i.indpred is null
                    and (cast(i.indkey as int2[]))[0:cardinality(c.conkey) - 1] @> c.conkey)
            order by c.conname
            """;

    private ForeignKeys() {}

    /**
     * Returns the foreign keys that change rows when their parent is deleted, and have no index for this. Each deletion
     * of a parent then reads the whole table.
     */
    public static List<String> slowCascades(String schema) {
        return EmbeddedDatabase.jdbc(schema)
                .sql(SLOW_CASCADES)
                .param(schema)
                .query((row, _) -> row.getString("conname"))
                .list();
    }
}
