alter table account add column skeleton_claimed boolean not null default false;

comment on column account.skeleton_claimed is 'false where another account from before had the same skeleton first';
