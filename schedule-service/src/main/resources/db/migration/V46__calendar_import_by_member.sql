-- The deletion of a member's quota row deletes the imports, which it would otherwise search in the whole table.
create index calendar_import_by_member on calendar_import (member_id);

comment on index calendar_import_by_member is 'for the erasure of a member';
