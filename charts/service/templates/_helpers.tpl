{{- define "service.name" -}}
{{ .Values.name | default .Chart.Name }}
{{- end }}

{{- define "service.fullname" -}}
{{ include "service.fullnameOf" (dict "root" . "name" (include "service.name" .)) }}
{{- end }}

{{/* The resource name of a service of this release. Takes a dict of root and name. */}}
{{- define "service.fullnameOf" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* A Service's name has at most 63 characters; the suffix distinguishes this Service from that for requests. */}}
{{- define "service.metricsName" -}}
{{ include "service.fullname" . | trunc 55 | trimSuffix "-" }}-metrics
{{- end }}

{{/* Constant labels, because the selector of a Deployment is immutable. Takes a dict of root and name. */}}
{{- define "service.selectorOf" -}}
app.kubernetes.io/name: {{ .name | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
{{- end }}

{{- define "service.selector" -}}
{{ include "service.selectorOf" (dict "root" . "name" (include "service.name" .)) }}
{{- end }}

{{/* The labels of pods, without the chart's version, so that a new chart version alone restarts no pod. */}}
{{- define "service.podLabels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/version: {{ include "service.labelValue" (include "service.tag" .) | quote }}
app.kubernetes.io/part-of: haru
{{- end }}

{{- define "service.labels" -}}
{{ include "service.podLabels" . }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ include "service.labelValue" (printf "%s-%s" .Chart.Name .Chart.Version) | quote }}
{{- end }}

{{/* A text as a label: at most 63 characters, of which the first and the last are letters or digits. */}}
{{- define "service.labelValue" -}}
{{ regexReplaceAll "[^A-Za-z0-9]+$" (regexReplaceAll "^[^A-Za-z0-9]+" (replace "+" "_" .) "" | trunc 63) "" }}
{{- end }}

{{- define "service.tag" -}}
{{ include "service.tagOf" (dict "root" . "image" .Values.image) }}
{{- end }}

{{- define "service.tagOf" -}}
{{ .image.tag | default .root.Values.global.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "service.image" -}}
{{ include "service.imageOf" (dict "root" . "image" .Values.image "name" (include "service.name" .)) }}
{{- end }}

{{/* The pull policy of an image. Takes a dict of root, and own, that of the image itself. */}}
{{- define "service.pullPolicy" -}}
{{ .own | default .root.Values.global.image.pullPolicy }}
{{- end }}

{{/* The image of a service; a digest overrides the tag. Takes a dict of root, the service's own image, and name. */}}
{{- define "service.imageOf" -}}
{{ with .root.Values.global.image.registry }}{{ trimSuffix "/" . }}/{{ end }}{{ .image.repository | default (printf "haru/%s" .name) }}
{{- with .image.digest }}@{{ . }}{{ else }}:{{ include "service.tagOf" . }}{{ end }}
{{- end }}

{{/* A map whose entries replace those of another map; null is no entry. Takes a dict of base and own. Returns JSON. */}}
{{- define "service.over" -}}
{{- $result := deepCopy (.base | default dict) }}
{{- range $key, $value := .own }}
{{- if kindIs "map" $value }}
{{- $_ := set $result $key (include "service.over" (dict "base" (get $result $key) "own" $value) | fromJson) }}
{{- else if not (kindIs "invalid" $value) }}
{{- $_ := set $result $key $value }}
{{- end }}
{{- end }}
{{- toJson $result }}
{{- end }}

{{/* PostgreSQL of the service, a map as global.database. Another host has other replicas, poolers and peers. Returns JSON. */}}
{{- define "service.database" -}}
{{- $base := deepCopy .Values.global.database }}
{{- if (.Values.database | default dict).host }}
{{- range list "readHost" "migrationHost" "peers" }}
{{- $_ := unset $base . }}
{{- end }}
{{- end }}
{{- include "service.over" (dict "base" $base "own" .Values.database) }}
{{- end }}

{{/* Redis of the service, a map as global.redis. Returns JSON. */}}
{{- define "service.redis" -}}
{{- $base := deepCopy .Values.global.redis }}
{{- if (.Values.redis | default dict).host }}
{{- $_ := unset $base "peers" }}
{{- end }}
{{- include "service.over" (dict "base" $base "own" .Values.redis) }}
{{- end }}

{{/* A value with all texts in it rendered as templates. Takes a dict of root and value. Returns JSON, a map with the entry value. */}}
{{- define "service.rendered" -}}
{{- $root := .root }}
{{- $value := .value }}
{{- if kindIs "string" $value }}
{{- if contains "{{" $value }}
{{- $value = tpl $value $root }}
{{- end }}
{{- else if kindIs "map" $value }}
{{- $entries := dict }}
{{- range $key, $entry := $value }}
{{- $_ := set $entries $key (include "service.rendered" (dict "root" $root "value" $entry) | fromJson).value }}
{{- end }}
{{- $value = $entries }}
{{- else if kindIs "slice" $value }}
{{- $entries := list }}
{{- range $value }}
{{- $entries = append $entries (include "service.rendered" (dict "root" $root "value" .) | fromJson).value }}
{{- end }}
{{- $value = $entries }}
{{- end }}
{{- dict "value" $value | toJson }}
{{- end }}

{{/* A list with all texts in it rendered as templates, without items that are null. Takes a dict of root and value. Returns JSON. */}}
{{- define "service.renderedList" -}}
{{- $items := list }}
{{- range .value }}
{{- if not (kindIs "invalid" .) }}
{{- $items = append $items (include "service.rendered" (dict "root" $.root "value" .) | fromJson).value }}
{{- end }}
{{- end }}
{{- toJson $items }}
{{- end }}

{{/* The JDBC URL of a PostgreSQL host. Takes a dict of database and host. */}}
{{- define "service.jdbcUrl" -}}
{{- $database := .database -}}
jdbc:postgresql://{{ .host }}:{{ int $database.port }}/{{ $database.name }}?sslmode={{ $database.tls.mode }}
{{- if $database.tls.caSecret }}&sslrootcert=/etc/haru/database-ca/ca.crt
{{- else if hasPrefix "verify-" $database.tls.mode }}&sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory
{{- end }}
{{- end }}

{{/* "true" if a certificate authority is mounted. */}}
{{- define "service.databaseCa" -}}
{{- $tls := (include "service.database" . | fromJson).tls -}}
{{- if and .Values.schema $tls.caSecret (ne $tls.mode "disable") }}true{{ end }}
{{- end }}

{{- define "service.redisCa" -}}
{{- $tls := (include "service.redis" . | fromJson).tls -}}
{{- if and $tls.caSecret $tls.enabled }}true{{ end }}
{{- end }}

{{/* "true" if connections to Redis have a password: that of the chart's Secret, or another one. */}}
{{- define "service.redisPassword" -}}
{{- if or (include "service.redis" . | fromJson).secret (include "service.replaces" (dict "root" . "name" "REDIS_PASSWORD")) }}true{{ end }}
{{- end }}

{{/* Kubernetes inserts the password from a variable that is defined earlier. */}}
{{- define "service.redisUrl" -}}
{{- $redis := include "service.redis" . | fromJson -}}
{{ ternary "rediss" "redis" $redis.tls.enabled }}://{{ if include "service.redisPassword" . }}:$(REDIS_PASSWORD)@{{ end }}{{ $redis.host }}:{{ int $redis.port }}
{{- end }}

{{- define "service.javaOptions" -}}
{{- $tracing := ternary "@/app/tracing.options" "" .Values.global.tracing.enabled -}}
{{ trim (printf "%s %s" $tracing .Values.javaOptions) }}
{{- end }}

{{/* The environment that the chart derives from other values, a map from name to text. */}}
{{- define "service.chartEnvironment" -}}
{{- $root := . -}}
{{- $database := include "service.database" . | fromJson -}}
{{- $redis := include "service.redis" . | fromJson -}}
SERVER_PORT: {{ .Values.global.ports.http | int | quote }}
MANAGEMENT_PORT: {{ .Values.global.ports.management | int | quote }}
TERMINATION_LOG: "/dev/termination-log"
DRAIN_PERIOD: {{ printf "%ds" (int .Values.shutdown.drain) | quote }}
SPRING_LIFECYCLE_TIMEOUTPERSHUTDOWNPHASE: {{ printf "%ds" (int .Values.shutdown.timeout) | quote }}
{{- if .Values.global.jsonLogs }}
SPRING_PROFILES_ACTIVE: "json-logs"
{{- end }}
{{- with .Values.schema }}
DB_URL: {{ include "service.jdbcUrl" (dict "database" $database "host" (required "global.database.host is empty: set the host of PostgreSQL." $database.host)) | quote }}
{{- with $database.readHost }}
DB_READ_URL: {{ include "service.jdbcUrl" (dict "database" $database "host" .) | quote }}
{{- end }}
{{- /* Without the time-outs that a role has behind a pooler: a migration may take longer, and its lock waits in a transaction. */}}
DB_MIGRATION_URL: {{ printf "%s&options=-c%%20statement_timeout=0%%20-c%%20idle_in_transaction_session_timeout=0" (include "service.jdbcUrl" (dict "database" $database "host" ($database.migrationHost | default $database.host))) | quote }}
DB_USERNAME: {{ printf "%s_service" . | quote }}
SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE: {{ $root.Values.pool | int | quote }}
{{- end }}
{{- $_ := required "global.redis.host is empty: set the host of Redis." $redis.host }}
{{- if not (include "service.redisPassword" .) }}
REDIS_URL: {{ include "service.redisUrl" . | quote }}
{{- end }}
{{- if include "service.redisCa" . }}
SPRING_DATA_REDIS_SSL_BUNDLE: "redis"
SPRING_SSL_BUNDLE_PEM_REDIS_TRUSTSTORE_CERTIFICATE: "file:/etc/haru/redis-ca/ca.crt"
{{- end }}
{{- with .Values.global.mail }}
{{- if and $root.Values.mail .host }}
SMTP_HOST: {{ .host | quote }}
SMTP_PORT: {{ int .port | quote }}
SMTP_SECURITY: {{ .security | quote }}
SMTP_USERNAME: {{ .username | quote }}
PUBLIC_URL: {{ required "global.mail.publicUrl is empty: set the URL of the gateway." .publicUrl | quote }}
MAIL_FROM: {{ required "global.mail.from is empty: set the address of the sender." .from | quote }}
{{- end }}
{{- end }}
{{- if .Values.global.tracing.enabled }}
{{- /* The agent appends /v1/traces itself. */}}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ .Values.global.tracing.endpoint | trimSuffix "/" | trimSuffix "/v1/traces" | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ .Values.global.tracing.sampling | quote }}
{{- end }}
{{- with include "service.javaOptions" . }}
JDK_JAVA_OPTIONS: {{ . | quote }}
{{- end }}
{{- end }}

{{/* A map without the entries that are null, with which a values file removes entries of the chart. */}}
{{- define "service.given" -}}
{{- $given := dict }}
{{- range $key, $value := . }}
{{- if not (kindIs "invalid" $value) }}
{{- $_ := set $given $key $value }}
{{- end }}
{{- end }}
{{- toYaml $given }}
{{- end }}

{{/* Variables of extraEnv, a list as in Kubernetes. Returns JSON. */}}
{{- define "service.extraEnv" -}}
{{- include "service.renderedList" (dict "root" . "value" .Values.extraEnv) }}
{{- end }}

{{/* The names of extraEnv, a map. Takes the list. */}}
{{- define "service.extraEnvNames" -}}
{{- $names := dict }}
{{- range . }}
{{- if not (kindIs "invalid" .) }}
{{- $_ := set $names .name true }}
{{- end }}
{{- end }}
{{- toYaml $names }}
{{- end }}

{{/*
The environment without secrets, a map from name to text. Each variable is there once: env and secretEnv replace the chart's, and
extraEnv replaces all others.
*/}}
{{- define "service.environment" -}}
{{- $root := . -}}
{{- $environment := include "service.chartEnvironment" . | fromYaml -}}
{{- range $service, $variable := include "service.given" .Values.calls | fromYaml }}
{{- $_ := set $environment $variable (printf "http://%s" (include "service.fullnameOf" (dict "root" $root "name" $service))) }}
{{- end }}
{{- range $name, $value := include "service.given" .Values.env | fromYaml }}
{{- $_ := set $environment $name (tpl (include "service.text" $value) $root) }}
{{- end }}
{{- range $name, $_ := merge (include "service.given" .Values.secretEnv | fromYaml) (include "service.extraEnvNames" .Values.extraEnv | fromYaml) }}
{{- $_ := unset $environment $name }}
{{- end }}
{{- toYaml $environment }}
{{- end }}

{{/* "true" if env, secretEnv or extraEnv has a variable. Takes a dict of root and name. */}}
{{- define "service.replaces" -}}
{{- $values := .root.Values }}
{{- if or (hasKey (include "service.given" $values.env | fromYaml) .name)
      (hasKey (include "service.given" $values.secretEnv | fromYaml) .name)
      (hasKey (include "service.extraEnvNames" $values.extraEnv | fromYaml) .name) }}true{{ end }}
{{- end }}

{{/* The environment from Secrets that the chart derives from other values, a list of name, secret and key. */}}
{{- define "service.chartSecretEnvironment" -}}
{{- $global := .Values.global -}}
{{- $database := include "service.database" . | fromJson -}}
{{- with .Values.schema }}
- {name: "DB_PASSWORD", secret: {{ $database.secret | quote }}, key: {{ . | quote }}}
{{- end }}
{{- range .Values.credentials | default list | uniq }}
- {name: {{ printf "%s_SECRET" (. | upper | replace "-" "_") | quote }}, secret: {{ $global.credentials.secret | quote }}, key: {{ . | quote }}}
{{- end }}
{{- with (include "service.redis" . | fromJson).secret }}
- {name: "REDIS_PASSWORD", secret: {{ . | quote }}, key: "password"}
{{- end }}
{{- if and .Values.mail $global.mail.host $global.mail.username }}
- {name: "SMTP_PASSWORD", secret: {{ $global.mail.secret | quote }}, key: "password"}
{{- end }}
{{- end }}

{{/* The environment from Secrets. Each variable is there once: secretEnv replaces the chart's, and extraEnv replaces both. */}}
{{- define "service.secretEnvironment" -}}
{{- range include "service.chartSecretEnvironment" . | fromYamlArray }}
{{- if not (include "service.replaces" (dict "root" $ "name" .name)) }}
- {{ toJson . }}
{{- end }}
{{- end }}
{{- $extra := include "service.extraEnvNames" .Values.extraEnv | fromYaml }}
{{- range $name, $from := include "service.given" .Values.secretEnv | fromYaml }}
{{- if not (hasKey $extra $name) }}
- {name: {{ $name | quote }}, secret: {{ tpl $from.secret $ | quote }}, key: {{ $from.key | quote }}}
{{- end }}
{{- end }}
{{- end }}

{{- define "service.mountedSecrets" -}}
{{- if include "service.databaseCa" . }}
- {name: "database-ca", secret: {{ (include "service.database" . | fromJson).tls.caSecret | quote }}, key: "ca.crt"}
{{- end }}
{{- if include "service.redisCa" . }}
- {name: "redis-ca", secret: {{ (include "service.redis" . | fromJson).tls.caSecret | quote }}, key: "ca.crt"}
{{- end }}
{{- end }}

{{/* A number or a text as text. Numbers of a values file are float64, and toString formats them as 1e+06 from a million on. */}}
{{- define "service.text" -}}
{{ kindIs "float64" . | ternary (toJson .) (toString .) }}
{{- end }}

{{/*
The security context of a pod. Takes a dict of root, and own, keys that replace those of the chart. Where the cluster assigns the user, it
refuses pods that name another one.
*/}}
{{- define "service.podSecurityContext" -}}
{{- $context := dict "runAsNonRoot" true "seccompProfile" (dict "type" "RuntimeDefault") }}
{{- if not .root.Values.global.arbitraryUser }}
{{- range list "runAsUser" "runAsGroup" "fsGroup" }}
{{- $_ := set $context . 10001 }}
{{- end }}
{{- end }}
{{- include "service.over" (dict "base" $context "own" .own) | fromJson | toYaml }}
{{- end }}

{{/* The security context of a container. Takes keys that replace those of the chart. */}}
{{- define "service.securityContext" -}}
{{- $context := dict "allowPrivilegeEscalation" false "readOnlyRootFilesystem" true "capabilities" (dict "drop" (list "ALL")) }}
{{- include "service.over" (dict "base" $context "own" .) | fromJson | toYaml }}
{{- end }}

{{- define "service.serviceAccountName" -}}
{{ .Values.serviceAccount.name | default (include "service.fullname" .) }}
{{- end }}

{{/* The labels of pods with those of a map in place of the chart's. Takes a dict of labels, as YAML, and own. */}}
{{- define "service.withLabels" -}}
{{- include "service.over" (dict "base" (fromYaml .labels) "own" .own) | fromJson | toYaml }}
{{- end }}

{{/* The revision of the Secrets, of all services and of this one; empty if none is set. Zero is a revision. */}}
{{- define "service.secretRevision" -}}
{{- range $of, $revision := dict "global" .Values.global.secretRevision "own" .Values.secretRevision }}
{{- $text := include "service.text" $revision }}
{{- if not (or (kindIs "invalid" $revision) (eq $text "")) }}{{ $of }}={{ $text }} {{ end }}
{{- end }}
{{- end }}

{{/* Fails if the cluster lacks an API. Takes a dict of root, api, value, want. */}}
{{- define "service.needs" -}}
{{- if not (.root.Capabilities.APIVersions.Has .api) }}
{{- fail (printf "\n\n%s is set, but the cluster has no %s: install %s, or set it to false (helm template: --api-versions %s).\n" .value .api .want .api) }}
{{- end }}
{{- end }}

{{/* Each value may be null, because many operators set no CPU limit. */}}
{{- define "service.resources" -}}
requests:
  {{- range $resource, $amount := .Values.resources.requests }}
  {{ $resource }}: {{ include "service.text" $amount | quote }}
  {{- end }}
  ephemeral-storage: 64Mi
limits:
  {{- range $resource, $amount := .Values.resources.limits }}
  {{ $resource }}: {{ include "service.text" $amount | quote }}
  {{- end }}
  ephemeral-storage: 512Mi # /tmp, and the log that the node keeps
{{- end }}

{{/* The port of a URL. Digits at the end of a host name are no port. */}}
{{- define "service.portOf" -}}
{{- $url := urlParse . -}}
{{ regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) }}
{{- end }}

{{/* An egress rule to the peers and port of a store; without peers, to any address at that port. */}}
{{- define "service.egress" -}}
- ports:
    - port: {{ int .port }}
  {{- with .peers }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* The egress rule to DNS servers. NodeLocal DNSCache is an address of the node, which a selector of pods cannot match. */}}
{{- define "service.dnsEgress" -}}
{{- $policy := .Values.global.networkPolicy -}}
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
  {{- with $policy.dnsPeers }}
  to:
    {{- toYaml . | nindent 4 }}
    {{- with $policy.nodeLocalDns }}
    - ipBlock:
        cidr: {{ printf "%s/%s" . (ternary "128" "32" (contains ":" .)) | quote }}
    {{- end }}
  {{- end }}
{{- end }}

{{/*
The variables of the container. Kubernetes replaces $(NAME) by a variable that is earlier in the list: first come those without a
reference, then those of extraEnv. A variable that refers to one of extraEnv follows it, and the others precede extraEnv.
*/}}
{{- define "service.env" -}}
{{- $extra := include "service.extraEnv" . | fromJsonArray }}
{{- $extraNames := include "service.extraEnvNames" .Values.extraEnv | fromYaml }}
{{- $referring := list }}
{{- range include "service.secretEnvironment" . | fromYamlArray }}
- name: {{ .name | quote }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret | quote }}
      key: {{ .key | quote }}
{{- end }}
{{- if and (include "service.redisPassword" .) (not (include "service.replaces" (dict "root" . "name" "REDIS_URL"))) }}
{{- $referring = append $referring (dict "to" "REDIS_PASSWORD" "name" "REDIS_URL" "value" (include "service.redisUrl" .)) }}
{{- end }}
{{- if .Values.global.tracing.enabled }}
{{- if not (include "service.replaces" (dict "root" . "name" "POD_NAME")) }}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{- end }}
{{- if not (include "service.replaces" (dict "root" . "name" "OTEL_RESOURCE_ATTRIBUTES")) }}
{{- $referring = append $referring (dict "to" "POD_NAME" "name" "OTEL_RESOURCE_ATTRIBUTES" "value" (printf "k8s.pod.name=$(POD_NAME),k8s.namespace.name=%s" .Release.Namespace)) }}
{{- end }}
{{- end }}
{{- range $referring }}
{{- if not (hasKey $extraNames .to) }}
- {{ omit . "to" | toJson }}
{{- end }}
{{- end }}
{{- range $variable := $extra }}
- {{ toJson $variable }}
{{- range $referring }}
{{- if eq .to $variable.name }}
- {{ omit . "to" | toJson }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Mounts of the service's container. extraVolumeMounts replaces a mount with the same path. */}}
{{- define "service.volumeMounts" -}}
{{- $extra := include "service.renderedList" (dict "root" . "value" .Values.extraVolumeMounts) | fromJsonArray }}
{{- $paths := dict }}
{{- range $extra }}
{{- $_ := set $paths (clean .mountPath) true }}
{{- end }}
{{- if not (hasKey $paths "/tmp") }}
- name: tmp
  mountPath: /tmp
{{- end }}
{{- range include "service.mountedSecrets" . | fromYamlArray }}
{{- if not (hasKey $paths (printf "/etc/haru/%s" .name)) }}
- name: {{ .name }}
  mountPath: /etc/haru/{{ .name }}
  readOnly: true
{{- end }}
{{- end }}
{{- range $extra }}
- {{ toJson . }}
{{- end }}
{{- end }}

{{/* Volumes of the pod. extraVolumes replaces a volume with the same name. */}}
{{- define "service.volumes" -}}
{{- $extra := include "service.renderedList" (dict "root" . "value" .Values.extraVolumes) | fromJsonArray }}
{{- $names := dict }}
{{- range $extra }}
{{- $_ := set $names .name true }}
{{- end }}
{{- if not (hasKey $names "tmp") }}
- name: tmp
  emptyDir:
    sizeLimit: 128Mi
{{- end }}
{{- range include "service.mountedSecrets" . | fromYamlArray }}
{{- if not (hasKey $names .name) }}
- name: {{ .name }}
  secret:
    secretName: {{ .secret | quote }}
    items:
      - key: {{ .key | quote }}
        path: {{ .key | quote }}
{{- end }}
{{- end }}
{{- range $extra }}
- {{ toJson . }}
{{- end }}
{{- end }}

{{/* How pods spread over zones and nodes. A constraint without a selector applies to the pods of this service. */}}
{{- define "service.topologySpreadConstraints" -}}
{{- $selector := dict "matchLabels" (include "service.selector" . | fromYaml) }}
{{- $constraints := include "service.renderedList" (dict "root" . "value" .Values.topologySpreadConstraints) | fromJsonArray }}
{{- range $constraints }}
- {{ set . "labelSelector" (.labelSelector | default $selector) | toJson }}
{{- else }}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    {{- toYaml $selector | nindent 4 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}
{{- end }}

{{/* How fast the number of pods changes. */}}
{{- define "service.scalingBehavior" -}}
{{- $own := .Values.autoscaling.behavior | default dict -}}
# A starting JVM uses more CPU than a serving JVM. A window of two minutes prevents a scale-up because of the start, even if the
# first minute of an installation has no metrics. Doubling at most limits the effect of a wrong decision.
scaleUp:
  {{- if $own.scaleUp }}
  {{- toYaml $own.scaleUp | nindent 2 }}
  {{- else }}
  stabilizationWindowSeconds: 120
  policies:
    - type: Percent
      value: 100
      periodSeconds: 60
  {{- end }}
scaleDown:
  {{- if $own.scaleDown }}
  {{- toYaml $own.scaleDown | nindent 2 }}
  {{- else }}
  stabilizationWindowSeconds: 300
  policies:
    - type: Pods
      value: 1
      periodSeconds: 60
  {{- end }}
{{- end }}
