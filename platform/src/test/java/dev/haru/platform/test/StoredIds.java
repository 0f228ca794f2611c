package dev.haru.platform.test;

import java.util.List;
import java.util.UUID;

/** Searches the tables of a schema for an id, so that the test of an erasure also covers new tables and columns. */
public final class StoredIds {

    private StoredIds() {}

    /** Returns the tables that have a column of type uuid, in alphabetical order. */
    public static List<String> tablesOf(String schema) {
        return EmbeddedDatabase.jdbc(schema)
                .sql("""
                        select c.relname from pg_class c
                        where c.relnamespace = cast(? as regnamespace) and c.relkind in ('r', 'p')
                          and not c.relispartition
                          and exists (
                              select from pg_attribute a
                              where a.attrelid = c.oid and not a.attisdropped
                                and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype))
                        order by c.relname
                        """)
                .param(schema)
                .query((row, _) -> row.getString("relname"))
                .list();
    }

    /** Returns those of the tables that have the id in any column of a row, also within a text or a JSON document. */
    public static List<String> tablesWith(String schema, UUID id) {
        return tablesOf(schema).stream()
                .filter(table -> EmbeddedDatabase.jdbc(schema)
                        .sql("select exists (select from %s as t where cast(t as text) like ?)".formatted(table))
                        .param("%" + id + "%")
                        .query(Boolean.class)
                        .single())
                .toList();
    }
}
