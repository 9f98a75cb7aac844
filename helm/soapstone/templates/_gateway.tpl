{{- /* Numbers are floats to Helm, which would write 1000000 as 1e+06. */ -}}
{{- define "soapstone.setting" -}}
{{- if kindIs "float64" . -}}
{{- dict "value" (printf "%d" (int64 .)) | toJson -}}
{{- else -}}
{{- dict "value" . | toJson -}}
{{- end -}}
{{- end -}}

{{- /* soapstone.yaml */ -}}
{{- define "soapstone.settings" -}}
{{- if not .Values.bridges -}}
{{- fail "bridges: at least one is needed, with its mapping and upstream (see values.yaml)" -}}
{{- end -}}
{{- $own := deepCopy .Values.settings -}}
{{- if and (include "soapstone.local" .) (not (hasKey $own "host")) -}}
{{- $_ := set $own "host" "127.0.0.1" -}}
{{- end -}}
{{- $_ := set $own "drainDelay" (include "soapstone.drainDelay" .) -}}
{{- if .Values.traces.enabled -}}
{{- $_ := set $own "traces" "otlp" -}}
{{- end -}}
{{- range $name, $value := $own -}}
{{- $_ := set $own $name (include "soapstone.setting" $value | fromJson).value -}}
{{- end -}}
{{- $bridges := list -}}
{{- range $bridge := .Values.bridges -}}
{{- $one := omit $bridge "mapping" "contract" "networkPolicy" -}}
{{- range $name, $value := $one -}}
{{- $_ := set $one $name (include "soapstone.setting" $value | fromJson).value -}}
{{- end -}}
{{- range $kind := list "mapping" "contract" -}}
{{- with index $bridge $kind -}}
{{- $_ := set $one $kind (include "soapstone.source.path" (dict "bridge" $bridge "kind" $kind "source" .)) -}}
{{- end -}}
{{- end -}}
{{- $bridges = append $bridges $one -}}
{{- end -}}
{{- toYaml (set $own "bridges" $bridges) -}}
{{- end -}}

{{- define "soapstone.probe" -}}
httpGet: { path: {{ .path }}, port: admin }
{{- with .timing }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Of the pod. Beside an application its user is its own affair: ours is in our containers alone. */ -}}
{{- define "soapstone.podSecurityContext" -}}
{{- toYaml (ne .Values.mode "standalone" | ternary (omit .Values.podSecurityContext "runAsNonRoot" "runAsUser" "runAsGroup") .Values.podSecurityContext) -}}
{{- end -}}

{{- /* Of our containers. Beside an application they have all that Pod Security asks for: the pod may leave it to its containers. */ -}}
{{- define "soapstone.securityContext" -}}
{{- $user := ne .Values.mode "standalone" | ternary (pick .Values.podSecurityContext "runAsNonRoot" "runAsUser" "runAsGroup" "seccompProfile") dict -}}
{{- toYaml (merge (deepCopy .Values.securityContext) $user) -}}
{{- end -}}

{{- /* The gateway as a container. Charts that have this one as a dependency may put it into pods of theirs, with "soapstone.volumes". */ -}}
{{- define "soapstone.container" -}}
name: soapstone
image: {{ include "soapstone.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
args: [serve]
ports:
  - { name: gateway, containerPort: {{ include "soapstone.port" . }}, protocol: TCP }
  - { name: admin, containerPort: {{ include "soapstone.adminPort" . }}, protocol: TCP }
{{ include "soapstone.environment" . }}
startupProbe:
  {{- include "soapstone.probe" (dict "path" "/readyz" "timing" .Values.startupProbe) | nindent 2 }}
readinessProbe:
  {{- include "soapstone.probe" (dict "path" "/readyz" "timing" .Values.readinessProbe) | nindent 2 }}
livenessProbe:
  {{- include "soapstone.probe" (dict "path" "/livez" "timing" .Values.livenessProbe) | nindent 2 }}
{{- with include "soapstone.lifecycle" . | fromYaml }}
lifecycle:
  {{- toYaml . | nindent 2 }}
{{- end }}
resources:
  {{- toYaml .Values.resources | nindent 2 }}
securityContext:
  {{- include "soapstone.securityContext" . | nindent 2 }}
{{ include "soapstone.mounts" . }}
{{- end -}}

{{- /* Variables of the gateway's containers. */ -}}
{{- define "soapstone.environment" -}}
env:
  - { name: SOAPSTONE_CONFIG, value: /etc/soapstone/settings/soapstone.yaml }
  {{- $given := list }}
  {{- range .Values.extraEnv }}
  {{- $given = append $given .name }}
  {{- end }}
  {{- with include "soapstone.oldSpace" . }}
  {{- if not (has "NODE_OPTIONS" $given) }}
  - { name: NODE_OPTIONS, value: "--max-old-space-size={{ . }} --max-semi-space-size=8" }
  {{- end }}
  {{- end }}
  {{- if .Values.traces.enabled }}
  - { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ required "traces.endpoint is needed where traces are enabled" .Values.traces.endpoint | quote }} }
  {{- if not (hasKey .Values.traces.env "OTEL_SERVICE_NAME") }}
  - { name: OTEL_SERVICE_NAME, value: {{ include "soapstone.fullname" . | quote }} }
  {{- end }}
  {{- range $name, $value := .Values.traces.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- include "soapstone.tpl" (dict "root" $ "value" .) | nindent 2 }}
  {{- end }}
{{- with .Values.extraEnvFrom }}
envFrom:
  {{- include "soapstone.tpl" (dict "root" $ "value" .) | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "soapstone.mounts" -}}
volumeMounts:
  - { name: soapstone-settings, mountPath: /etc/soapstone/settings, readOnly: true }
  {{- include "soapstone.sources" (dict "root" . "what" "soapstone.source.mount") | nindent 2 }}
  {{- range .Values.secrets }}
  - { name: secret-{{ include "soapstone.part" . }}, mountPath: /etc/soapstone/secrets/{{ . }}, readOnly: true }
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "soapstone.volumes" -}}
- name: soapstone-settings
  configMap: { name: {{ include "soapstone.fullname" . }}-settings }
{{- include "soapstone.sources" (dict "root" . "what" "soapstone.source.volume") }}
{{- range .Values.secrets }}
- name: secret-{{ include "soapstone.part" . }}
  secret: { secretName: {{ . }} }
{{- end }}
{{- with .Values.extraVolumes }}
{{ include "soapstone.tpl" (dict "root" $ "value" .) }}
{{- end }}
{{- end -}}

{{- /* What a pod of somebody else needs, as the notes of library mode show it. */ -}}
{{- define "soapstone.podParts" -}}
{{- $fetching := include "soapstone.sources" (dict "root" . "what" "soapstone.source.initContainer") | trim -}}
terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
{{ if or $fetching .Values.sidecar.native -}}
initContainers:
  {{- with $fetching }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- if .Values.sidecar.native }}
  - restartPolicy: Always
    {{- include "soapstone.container" . | nindent 4 }}
  {{- end }}
{{ end -}}
{{- if not .Values.sidecar.native -}}
containers:
  - {{- include "soapstone.container" . | nindent 4 }}
{{ end -}}
{{- if include "soapstone.inFront" . -}}
# In the container of the application, so that it ends after the gateway has drained:
# lifecycle: { preStop: {{ include "soapstone.waitForDrain" . | fromYaml | toJson }} }
{{ end -}}
volumes:
  {{- include "soapstone.volumes" . | nindent 2 }}
{{- end -}}
