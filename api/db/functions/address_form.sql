-- What all spellings of an address have in common: without scheme, default port and parameters that only tell where a reader came from, the
-- others in the order of their names. A fragment stays if it names a page ("#/page", "#!page"). Addresses are stored as URL parsers write them.
-- The parameters are those that ClearURLs, the filter lists of AdGuard and Brave, and the manuals of the services list, by their whole names.
-- Part of what article_search stores: a changed result needs a new index version (indexVersion).
CREATE OR REPLACE FUNCTION address_form(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  fragment_at constant int := strpos(address, '#');
  fragment text := CASE WHEN fragment_at > 0 THEN substr(address, fragment_at) ELSE '' END;
  bare text := regexp_replace(CASE WHEN fragment_at > 0 THEN left(address, fragment_at - 1) ELSE address END, '^https?://', '', 'i');
  query_at constant int := strpos(bare, '?');
  query text := CASE WHEN query_at > 0 THEN substr(bare, query_at + 1) ELSE '' END;
  place text := CASE WHEN query_at > 0 THEN left(bare, query_at - 1) ELSE bare END;
  host text := regexp_replace(lower(split_part(place, '/', 1)), '\.?(:(80|443)?)?$', '');
  path text := substr(place, length(split_part(place, '/', 1)) + 1);
  video text;
  own text[] := '{}';
BEGIN
  IF strpos(place, '%') > 0 THEN path := percent_form(path); END IF;
  IF fragment !~ '^#(!|/)' THEN fragment := ''; END IF;

  IF host ~ '^((www|m)\.)?youtube(-nocookie)?\.com$' OR host = 'youtu.be' THEN
    video := CASE WHEN host = 'youtu.be' THEN substring(path from '^/([\w-]+)$') ELSE substring(path from '^/(?:shorts|embed|live|v)/([\w-]+)$') END;
    host := 'youtube.com';
    IF video IS NOT NULL THEN
      path := '/watch';
      query := 'v=' || video || '&' || query;
    END IF;
    own := '{ab_channel,feature,pp,si,t}';
  ELSIF host = 'music.youtube.com' THEN own := '{feature,pp,si}';
  ELSIF host ~ '^((www|mobile)\.)?(twitter|x)\.com$' THEN
    host := 'x.com';
    own := '{s,t}';
  ELSIF host ~ '^([a-z]+\.)?linkedin\.com$' THEN own := '{lipi,midsig,midtoken,refid,rcm,trk,trackingid}';
  ELSIF host ~ '^([a-z]+\.)?(spotify|soundcloud)\.com$' THEN own := '{si}';
  ELSIF host ~ '^([a-z]+\.)?tiktok\.com$' THEN own := '{_r,_t,is_from_webapp,sender_device}';
  ELSIF host ~ '^([a-z]+\.)?(facebook|fb)\.com$' THEN own := '{__tn__,mibextid,paipv,rdid,ref,refsrc,sfnsn}';
  ELSIF host ~ '^([a-z]+\.)?medium\.com$' THEN own := '{source}';
  ELSIF host ~ '^([a-z]+\.)?spiegel\.de$' THEN own := '{sara_ecid,sara_icid,sara_ref}';
  ELSIF host ~ '^([a-z]+\.)?faz\.net$' THEN own := '{gepc}';
  ELSIF host ~ '^([a-z]+\.)?nytimes\.com$' THEN own := '{partner,referringsource,smid,smtyp}';
  ELSIF host ~ '^([a-z]+\.)?bbc\.(com|co\.uk)$' THEN own := '{ns_fee}';
  END IF;

  IF query <> '' THEN
    query := replace(query, '+', '%20');
    IF strpos(query, '%') > 0 THEN query := percent_form(query); END IF;
    SELECT coalesce(string_agg(parameter, '&' ORDER BY name COLLATE "C", number), '') INTO query
    FROM (
      SELECT parameter, number, split_part(parameter, '=', 1) AS name
      FROM unnest(string_to_array(query, '&')) WITH ORDINALITY AS parameters (parameter, number)
    ) AS named
    WHERE parameter <> '' AND lower(name) <> ALL (own) AND lower(name) <> ALL ('{
      utm_audience,utm_brand,utm_campaign,utm_campaignid,utm_channel,utm_cid,utm_content,utm_creative,utm_creative_format,utm_emcid,
      utm_emmid,utm_expid,utm_group,utm_hash,utm_id,utm_int,utm_keyword,utm_kxconfid,utm_mailing,utm_marketing_tactic,utm_medium,utm_name,
      utm_newsletterid,utm_place,utm_product,utm_pubreferrer,utm_reader,utm_referer,utm_referrer,utm_serial,utm_session,utm_siteid,
      utm_social,utm_social-type,utm_source,utm_source_code,utm_source_platform,utm_supplier,utm_swu,utm_term,utm_umguk,utm_userid,
      utm_viz_id,
      matomo_campaign,matomo_cid,matomo_content,matomo_group,matomo_keyword,matomo_kwd,matomo_medium,matomo_placement,matomo_source,
      mtm_campaign,mtm_cid,mtm_content,mtm_group,mtm_keyword,mtm_kwd,mtm_medium,mtm_placement,mtm_source,
      piwik_campaign,piwik_keyword,piwik_kwd,pk_campaign,pk_cid,pk_content,pk_cpn,pk_keyword,pk_kwd,pk_medium,pk_source,
      wt.mc_ev,wt.mc_id,wt.nav,wt.srch,wt_mc,wt_mc_ev,wt_mc_id,wt_ref,wt_zmc,
      _ga,_gac,_gl,dclid,gad,gad_campaignid,gad_source,gbraid,gclid,gclsrc,srsltid,wbraid,
      fb_action_ids,fb_action_types,fb_comment_id,fb_ref,fb_source,fbclid,
      hsa_acc,hsa_ad,hsa_cam,hsa_grp,hsa_kw,hsa_la,hsa_mt,hsa_net,hsa_ol,hsa_src,hsa_tgt,hsa_ver,
      msclkid,twclid,ttclid,li_fat_id,igsh,igshid,yclid,ymclid,ysclid,_openstat,share_id,rdt_cid,epik,sccid,qclid,vmcid,
      dicbo,obclickid,oborigurl,tblci,tbclid,
      mc_cid,mc_eid,mc_tc,__hsfp,__hssc,__hstc,_hsenc,_hsmi,hsctatracking,mkt_tok,vero_conv,vero_id,__s,_ke,_kx,ml_subscriber,
      ml_subscriber_hash,ck_subscriber_id,dm_i,dm_t,oly_anon_id,oly_enc_id,bsft_aaid,bsft_clkid,bsft_eid,bsft_uid,elq,elqak,elqaid,elqat,
      elqcampaignid,elqtrack,elqtrackid,sc_customer,sc_eh,sc_lid,sc_llid,sc_src,sc_uid,sfmc_id,sfmc_sub,ss_campaign_id,ss_campaign_name,
      ss_campaign_sent_date,ss_email_id,ss_source,trk_contact,trk_module,trk_msg,trk_sid,s_cid,s_kwcid,adobe_mc,ef_id,sc_cid,cmpid,ncid,ocid,
      itm_audience,itm_campaign,itm_channel,itm_content,itm_medium,itm_source,itm_term,
      at_audience,at_bbc_team,at_campaign,at_campaign_type,at_channel,at_creation,at_custom1,at_custom2,at_custom3,at_custom4,
      at_detail_placement,at_emailtype,at_format,at_general_placement,at_identifier,at_link_id,at_link_origin,at_link_type,at_medium,
      at_network,at_platform,at_product,at_ptr_name,at_recipient_id,at_recipient_list,at_send_date,at_term,at_variant,at_vu,xtor,
      ns_campaign,ns_linkname,ns_mchannel,ns_source,guccounter,guce_referrer,guce_referrer_sig,ref_src,ref_url,wprov,xing_share,sr_share,
      cjdata,cjevent,irclickid,irgwc,awc,ranmid,raneaid,ransiteid,sscid,wickedid,rb_clickid,unicorn_click_id,gps-source,sh_kit,
      nr_email_referer,mbid
    }'::text[]);
  END IF;
  RETURN host || path || CASE WHEN query = '' THEN '' ELSE '?' || query END || fragment;
END
$$;
